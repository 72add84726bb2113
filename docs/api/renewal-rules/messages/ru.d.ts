export { default } from '../../../../wasm/dist/messages.ru.js';
