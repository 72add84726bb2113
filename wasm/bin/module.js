// The calls of the library that the command line makes.

export {
  changeRequest, checkText, compare, explain, loginRequest, planFeed, planMade, planNew, planNext, planNotMade, readChangeAnswer, readLoginAnswer, render, rules, update,
} from 'renewal-rules/tools';
