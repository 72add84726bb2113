// The calls of the library that the command line makes.

export {
  changeRequest, check, checkSetup, compare, comparisonText, explain, loginRequest, Plan, readChangeAnswer, readLoginAnswer, render, rules, update,
} from 'renewal-rules/tools';
