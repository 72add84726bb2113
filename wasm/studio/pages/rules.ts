// Reference page of each rule, rendered from the rule's metadata, and a searchable index by section.

import type { Diagnostic, RuleInfo, Severity } from 'renewal-rules/tools';
import { formatIfValid } from '../json/json-layout.js';
import { escapeHtml, renderCode, renderPage, renderProse, studioUrl, type Words } from './frame.js';

const renderBadges = (severities: readonly Severity[], words: Words): string =>
  severities.map((severity) => `<span class="badge ${severity}">${words[severity]}</span>`).join(` ${words.or} `);
function sectionLink(of: string, up: string, words: Words): string {
  const sections: { readonly [of: string]: readonly string[] } = words.sections;
  return `<a href="${up}glossary/index.html#section-${of}">§${of} ${escapeHtml(sections[of]?.[0])}</a>`;
}

const row = (title: string, content: string): string => (content === '' ? '' : `<dt>${title}</dt><dd>${content}</dd>`);

/** Renders the page of a rule. `diagnostic` is the rule's own diagnostic for its invalid example. */
export function rulePage(rule: RuleInfo, diagnostic: Diagnostic | undefined, words: Words): string {
  const field = (name: string) => (name === '' ? words['the-product'] : `<code>${escapeHtml(name)}</code>`);
  const fields = (names: readonly string[]) => names.map(field).join(', ');
  const templates = Object.entries(rule.templates).map(
    ([id, text]) => `<tr><th scope="row"><code>${escapeHtml(id)}</code></th><td>${renderProse(text)}</td></tr>`,
  );
  const given = { json: formatIfValid(rule.bad), ...(rule.options && { options: rule.options }) };
  return renderPage({
    title: `${rule.code}: ${rule.title}`,
    path: `rules/${rule.code}`,
    words,
    body: ({ root, up }) => `
<h1>${renderProse(rule.title)}</h1>
<p><code>${rule.code}</code> · ${renderBadges(rule.severities, words)} · ${sectionLink(rule.section, up, words)}</p>
<h2>${words.why}</h2>
<p>${renderProse(rule.explanation)}</p>
<h2>${words.wrong}</h2>
${renderCode(formatIfValid(rule.bad), words.wrong)}
${diagnostic ? `<p class="problem ${diagnostic.severity}"><span>${renderProse(diagnostic.message)}</span></p>` : ''}
<p><a href="${studioUrl(root, words, given)}">${words.open}</a></p>
<h2>${words.right}</h2>
${renderCode(formatIfValid(rule.good), words.right)}
${diagnostic?.fix ? `<p>${words.fix}</p>${renderCode(JSON.stringify(diagnostic.fix, null, 2), words['fix-label'])}` : ''}
<h2>${words.programs}</h2>
<dl>
${row(words.at, fields(rule.at))}
${row(words.reads, fields(rule.reads))}
${row(words.params, rule.params.map((name) => `<code>${escapeHtml(name)}</code>`).join(', '))}
${row(words['checked-with'], rule.options === '' ? '' : `<code>${escapeHtml(rule.options)}</code>`)}
</dl>
<h2>${words.messages}</h2>
<table><thead><tr><th scope="col">${words['message-id']}</th><th scope="col">${words.template}</th></tr></thead><tbody>${templates.join('')}</tbody></table>`,
  });
}

export function ruleIndex(rules: readonly RuleInfo[], words: Words): string {
  const subjects = [...new Set(rules.map((rule) => rule.section))].sort();
  const listed = ({ code, title, severities }: RuleInfo) =>
    `<tr data-rule><th scope="row"><a href="${code}/index.html"><code>${code}</code></a></th><td>${renderProse(title)}</td><td>${renderBadges(severities, words)}</td></tr>`;
  const list = (of: string) =>
    rules
      .filter((rule) => rule.section === of)
      .map(listed)
      .join('');
  return renderPage({
    title: words.rules,
    path: 'rules',
    words,
    script: 'rules.js',
    body: ({ up }) => `
<h1>${words.rules}</h1>
<p>${words['rules-lead']}</p>
<div class="field" id="searching" hidden><label for="search">${words.search}</label><input id="search" type="search" autocomplete="off"></div>
<p id="found" role="status" class="hint" data-says="${escapeHtml(words.found)}"></p>
${subjects.map((of) => `<section data-subject><h2>${sectionLink(of, up, words)}</h2><table><tbody>${list(of)}</tbody></table></section>`).join('\n')}`,
  });
}
