// The calls of the library that the command line makes.

export { compare, explain, planFeed, planMade, planNew, planNext, planNotMade, render, rules } from 'renewal-rules/tools';
