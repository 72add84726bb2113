// A page for each rule, made from the rules' own data, and an index by subject with a search.

import type { Diagnostic, RuleInfo, Severity } from 'renewal-rules/tools';
import { laidOut } from '../src/layout.js';
import { code, escaped, frame, prose, studio, type Words } from './frame.js';

const badges = (severities: readonly Severity[], words: Words): string =>
  severities.map((severity) => `<span class="badge ${severity}">${words[severity]}</span>`).join(` ${words.or} `);
function section(of: string, up: string, words: Words): string {
  const sections: { readonly [of: string]: readonly string[] } = words.sections;
  return `<a href="${up}glossary/index.html#section-${of}">§${of} ${escaped(sections[of]?.[0])}</a>`;
}

const row = (title: string, said: string): string => (said === '' ? '' : `<dt>${title}</dt><dd>${said}</dd>`);

/** The page of a rule in the words of a language; `said` is the diagnostic that its wrong document gives. */
export function rulePage(rule: RuleInfo, said: Diagnostic | undefined, words: Words): string {
  const field = (name: string) => (name === '' ? words['the-product'] : `<code>${escaped(name)}</code>`);
  const fields = (names: readonly string[]) => names.map(field).join(', ');
  const templates = Object.entries(rule.templates).map(
    ([id, text]) => `<tr><th scope="row"><code>${escaped(id)}</code></th><td>${prose(text)}</td></tr>`,
  );
  const given = { json: laidOut(rule.bad), ...(rule.options && { options: rule.options }) };
  return frame({
    title: `${rule.code}: ${rule.title}`,
    path: `rules/${rule.code}`,
    words,
    body: ({ root, up }) => `
<h1>${prose(rule.title)}</h1>
<p><code>${rule.code}</code> · ${badges(rule.severities, words)} · ${section(rule.section, up, words)}</p>
<h2>${words.why}</h2>
<p>${prose(rule.explanation)}</p>
<h2>${words.wrong}</h2>
${code(laidOut(rule.bad), words.wrong)}
${said ? `<p class="problem ${said.severity}"><span>${prose(said.message)}</span></p>` : ''}
<p><a href="${studio(root, words, given)}">${words.open}</a></p>
<h2>${words.right}</h2>
${code(laidOut(rule.good), words.right)}
${said?.fix ? `<p>${words.fix}</p>${code(JSON.stringify(said.fix, null, 2), words['fix-label'])}` : ''}
<h2>${words.programs}</h2>
<dl>
${row(words.at, fields(rule.at))}
${row(words.reads, fields(rule.reads))}
${row(words.params, rule.params.map((name) => `<code>${escaped(name)}</code>`).join(', '))}
${row(words['checked-with'], rule.options === '' ? '' : `<code>${escaped(rule.options)}</code>`)}
</dl>
<h2>${words.messages}</h2>
<table><thead><tr><th scope="col">${words['message-id']}</th><th scope="col">${words.template}</th></tr></thead><tbody>${templates.join('')}</tbody></table>`,
  });
}

export function ruleIndex(rules: readonly RuleInfo[], words: Words): string {
  const subjects = [...new Set(rules.map((rule) => rule.section))].sort();
  const listed = ({ code, title, severities }: RuleInfo) =>
    `<tr data-rule><th scope="row"><a href="${code}/index.html"><code>${code}</code></a></th><td>${prose(title)}</td><td>${badges(severities, words)}</td></tr>`;
  const list = (of: string) =>
    rules
      .filter((rule) => rule.section === of)
      .map(listed)
      .join('');
  return frame({
    title: words.rules,
    path: 'rules',
    words,
    script: 'rules.js',
    body: ({ up }) => `
<h1>${words.rules}</h1>
<p>${words['rules-lead']}</p>
<div class="field" id="searching" hidden><label for="search">${words.search}</label><input id="search" type="search" autocomplete="off"></div>
<p id="found" role="status" class="hint" data-says="${escaped(words.found)}"></p>
${subjects.map((of) => `<section data-subject><h2>${section(of, up, words)}</h2><table><tbody>${list(of)}</tbody></table></section>`).join('\n')}`,
  });
}
