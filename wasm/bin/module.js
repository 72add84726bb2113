// The calls of the library that the command line makes.

export { compare, explain, planFeed, planMade, planNew, planNext, planNotMade, render, rules, timelines } from 'renewal-rules/tools';
