// A page for each rule, made from the rules' own data, and an index by subject with a search.

import { code, escaped, frame, laidOut, prose } from './frame.js';
import { SECTIONS } from './sections.js';

const badges = (severities) => severities.map((one) => `<span class="badge ${one}">${one}</span>`).join(' or ');
const section = (of, root) => `<a href="${root}glossary/index.html#section-${of}">§${of} ${escaped(SECTIONS[of][0])}</a>`;
const fields = (names) => names.map((name) => (name === '' ? 'the product' : `<code>${escaped(name)}</code>`)).join(', ');
const row = (title, words) => (words === '' ? '' : `<dt>${title}</dt><dd>${words}</dd>`);

/** Where the studio shows a document. */
const inStudio = (text, root, name) => `<p><a href="${root}index.html#${escaped(new URLSearchParams({ json: laidOut(text) }))}">Open ${name} in the studio</a></p>`;

export function rulePage(rule, diagnostic) {
  const root = '../../';
  const templates = Object.entries(rule.templates).map(([id, text]) => `<tr><th scope="row"><code>${escaped(id)}</code></th><td>${prose(text)}</td></tr>`);
  return frame({
    title: `${rule.code}: ${rule.title}`,
    root,
    body: `
<h1>${escaped(rule.title)}</h1>
<p><code>${rule.code}</code> · ${badges(rule.severities)} · ${section(rule.section, root)}</p>
<h2>Why</h2>
<p>${prose(rule.explanation)}</p>
<h2>Wrong</h2>
${code(laidOut(rule.bad), 'Wrong')}
${diagnostic ? `<p class="problem ${diagnostic.severity}"><span>${prose(diagnostic.message)}</span></p>` : ''}
${inStudio(rule.bad, root, 'it')}
<h2>Right</h2>
${code(laidOut(rule.good), 'Right')}
${diagnostic?.fix ? `<p>The fix is certain, so it is offered wherever the problem is reported:</p>${code(JSON.stringify(diagnostic.fix, null, 2), 'Fix')}` : ''}
<h2>For programs</h2>
<dl>
${row('Reported at', fields(rule.at))}
${row('Reads', fields(rule.reads))}
${row('Parameters', rule.params.map((name) => `<code>${escaped(name)}</code>`).join(', '))}
${row('Checked with', rule.options === '' ? '' : `<code>${escaped(rule.options)}</code>`)}
</dl>
<h2>Messages</h2>
<table><thead><tr><th scope="col">messageId</th><th scope="col">Template</th></tr></thead><tbody>${templates.join('')}</tbody></table>`,
  });
}

export function ruleIndex(rules) {
  const subjects = [...new Set(rules.map((rule) => rule.section))].sort();
  const list = (of) =>
    rules.filter((rule) => rule.section === of).map((rule) => `<tr data-rule><th scope="row"><a href="${rule.code}/index.html"><code>${rule.code}</code></a></th><td>${escaped(rule.title)}</td><td>${badges(rule.severities)}</td></tr>`).join('');
  return frame({
    title: 'Rules',
    root: '../',
    script: '\n    <script type="module" src="../rules.js"></script>',
    body: `
<h1>Rules</h1>
<p>What is checked, by the section of the interface document that it comes from.</p>
<div class="field" id="searching" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off"></div>
<p id="found" role="status" class="hint"></p>
${subjects.map((of) => `<section data-subject><h2>${section(of, '../')}</h2><table><tbody>${list(of)}</tbody></table></section>`).join('\n')}`,
  });
}
