// The module with everything, fetched when somebody asks for the calls of the service.

export { init as start } from 'shell/init.js';
export { changeRequest, compare, planFeed, planMade, planNew, planNext, update } from 'shell/tools-calls.js';
