// Shows findings beside the field that they concern.

import { idOf } from './controls.js';
import { Finding } from './finding.js';
import { Limit, useLimits } from './limit.js';
import { at } from './visible-findings.js';

/** Shows the findings at these paths, with inputs for the limits that they need. */
export function Problems({ paths, labels = {} }: { paths: readonly string[]; labels?: { [path: string]: string } }) {
  const found = paths.flatMap((path) => at(path).map((finding) => ({ finding, path })));
  const needs = useLimits(found.flatMap(({ finding: { params } }) => ('needs' in params ? params.needs : [])));
  return (
    <>
      {paths.map((path) => (
        <div class="problems" id={`${idOf(path)}-problems`} key={path}>
          {at(path).map((finding) => (
            <Finding key={finding.code + finding.messageId} finding={finding} label={labels[path]} />
          ))}
        </div>
      ))}
      {needs.length > 0 && (
        <div class="needs">
          {needs.map((name) => (
            <Limit key={name} name={name} id={`${idOf(paths[0] ?? '')}-${name}`} />
          ))}
        </div>
      )}
    </>
  );
}

/** Returns the ARIA attributes that link a control to the findings at its path. */
export const ariaFor = (path: string) => {
  const found = at(path);
  const isWrong = found.some(({ severity }) => severity === 'error');
  return {
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': found.length > 0 ? `${idOf(path)}-problems` : undefined,
  };
};
