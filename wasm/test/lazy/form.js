// A form without components of a framework. `submit` returns the message for the field, `undefined` if it is valid.

export function render(submit) {
  document.body.innerHTML = '<form><input name="licence_term"><strong></strong><output></output><button>Save</button>';
  const [form] = document.forms;
  const [input, strong, output] = ['input', 'strong', 'output'].map((name) => form.querySelector(name));
  input.addEventListener('input', () => {
    output.value = '';
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const message = await submit({ licence_term: input.value });
      strong.textContent = message ?? '';
      output.value = message === undefined ? 'valid' : 'invalid';
    } catch (error) {
      output.value = error.message;
    }
  });
}
