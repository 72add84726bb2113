// What the package has beside its code.

declare module 'renewal-rules/messages/ru' {
  const messages: import('renewal-rules/tools').Messages;
  export default messages;
}
