import { Answer } from '../answer/answer.js';
import { Chain } from '../chain/chain.js';
import { toast } from '../controls/toast.js';
import { announcement } from '../findings/visible-findings.js';
import { t } from '../language/language.js';
import { Product } from '../product/product.js';
import { Header } from './header.js';
import { Options } from './options.js';
import { Panes } from './panes.js';
import { Start } from './start.js';

export const App = () => (
  <>
    <a
      class="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t('skip')}
    </a>
    <Header />
    <main id="main" tabIndex={-1}>
      <Start />
      <Answer />
      <Chain />
      <div class="columns">
        <div class="left">
          <Product />
          <Options />
        </div>
        <Panes />
      </div>
      <p id="status" role="status" class="hidden">
        {announcement.value}
      </p>
      <p id="toast" role="status">
        {toast.value}
      </p>
    </main>
    <footer>
      <p>{t('keys')}</p>
    </footer>
  </>
);
