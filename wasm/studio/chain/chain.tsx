import { Button } from '../controls/button.js';
import { addRenewal } from '../edits/chain-edits.js';
import { t } from '../language/language.js';
import { chainProducts } from '../state/products.js';
import { Box } from './chain-box.js';
import { Chooser } from './initiator-chooser.js';
import { useDrag } from './use-drag.js';

export function Chain() {
  const [over, handlers] = useDrag();
  const all = chainProducts.value;
  const add = () => {
    addRenewal();
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#product-form input')?.focus());
  };
  return (
    <section class="chain" aria-label={t('chain')}>
      <Chooser />
      <ol class="boxes" aria-label={t('products')} {...handlers}>
        {all.map((box, position) => (
          <Box key={`${box.id} ${position}`} box={box} position={position} count={all.length} over={over} />
        ))}
      </ol>
      <Button look="add" label={`+ ${t('add-renewal')}`} act={add} />
    </section>
  );
}
