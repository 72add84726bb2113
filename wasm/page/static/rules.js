// The search of the index of rules.

const field = document.getElementById('search');
document.getElementById('searching').hidden = false;
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/);
  for (const row of document.querySelectorAll('[data-rule]')) {
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  }
  for (const subject of document.querySelectorAll('[data-subject]')) subject.hidden = !subject.querySelector('[data-rule]:not([hidden])');
  const count = document.querySelectorAll('[data-rule]:not([hidden])').length;
  const found = document.getElementById('found');
  found.textContent = field.value === '' ? '' : found.dataset.says.replace('{count}', count);
});
