// The calls of the library that the command line makes.

export { checkSetup, compare, comparisonText, explain, Plan, render, rules } from 'renewal-rules/tools';
