// Type of a message table, which the package exports as JSON.

declare module 'renewal-rules/messages/ru' {
  const messages: import('renewal-rules/tools').Messages;
  export default messages;
}
