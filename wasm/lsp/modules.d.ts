// Declares the JSON tables of the package.

declare module 'renewal-rules/messages/ru' {
  const messages: import('renewal-rules/tools').Messages;
  export default messages;
}
