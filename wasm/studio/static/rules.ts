// Search in the index of rules.

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

for (const searching of all('#searching')) searching.hidden = false;
document.querySelector<HTMLInputElement>('#search')?.addEventListener('input', ({ currentTarget }) => {
  const typed = currentTarget instanceof HTMLInputElement ? currentTarget.value : '';
  const words = typed.toLowerCase().split(/\s+/);
  for (const row of all('[data-rule]')) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const subject of all('[data-subject]')) subject.hidden = !subject.querySelector('[data-rule]:not([hidden])');
  const count = String(all('[data-rule]:not([hidden])').length);
  for (const found of all('#found')) {
    found.textContent = typed === '' ? '' : (found.dataset.says ?? '').replace('{count}', count);
  }
});
