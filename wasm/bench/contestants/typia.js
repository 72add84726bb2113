import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import transform from '@typia/transform';
import ts from 'typescript';

import { locale } from '../rules.js';

export const name = 'typia';
export const library = 'typia';

/** Compiles a TypeScript file. In the result, calls of typia are replaced by the code of a validator. */
function compile(file) {
  const options = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: [],
  };
  const program = ts.createProgram([file], options);
  const problems = [];
  const before = [transform(program, {}, { addDiagnostic: (problem) => problems.push(problem) })];
  let code;
  program.emit(program.getSourceFile(file), (_, text) => (code = text), undefined, false, { before });
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, ts.createCompilerHost(options)));
  return code;
}

// The code imports typia, so it must be in a file from which this package is found.
const compiled = new URL('../node_modules/.typia-validator.js', import.meta.url);
writeFileSync(compiled, compile(fileURLToPath(new URL('./typia.ts', import.meta.url))));
const { validate } = await import(String(compiled));

/** Returns whether all names are locales. The type cannot restrict the names of an object. */
const areLocales = (values) => values === undefined || Object.keys(values).every((name) => locale.test(name));

export function errors(value) {
  const result = validate(value);
  if (!result.success) return result.errors.length;
  return areLocales(value.localization_values) ? 0 : 1;
}
