// The calls of the service, made from its OpenAPI description, whose words are English.

import { code, escaped, frame, prose } from './frame.js';

const row = (...cells) => `<tr><th scope="row">${cells[0]}</th>${cells.slice(1).map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (heads, rows) => `<table class="wide"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
const names = (list) => list.map((name) => `<code>${escaped(name)}</code>`).join(', ');

/** The page; a reference in the description is what it leads to. */
export function openapiPage(description, words) {
  const said = (text) => (words.lang === 'en' ? prose(text) : `<span lang="en">${prose(text)}</span>`);
  const found = (one) => (one.$ref ? { ...one.$ref.slice(2).split('/').reduce((at, name) => at[name], description), ...one, $ref: undefined } : one);
  const hidden = (of) => (of['x-not-shown'] ? `<p><b>${words['not-shown']}:</b> ${[of['x-not-shown']].flat().map(said).join(' ')}</p>` : '');

  /** The fields of an object, those within them too. */
  const fields = (schema, before = '') =>
    Object.entries(schema.properties ?? {}).filter(([, one]) => one !== false).flatMap(([name, one]) => {
      const { type, items, patternProperties, properties, ...field } = found(one);
      const [inner, end] = items ? [found(items), '[]'] : [found(Object.values(patternProperties ?? {})[0] ?? { properties }), patternProperties ? '.xx_XX' : ''];
      const shown = before + name;
      return [row(`<code>${escaped(shown).replaceAll('.', '.<wbr>')}</code>`, field.const === undefined ? `${type}${items ? ` (${found(items).type ?? 'object'})` : ''}` : `<code>${escaped(field.const)}</code>`, said(field.description ?? '') + hidden(field)), ...fields(inner, `${shown}${end}.`)];
    });

  /** What each of several bodies must have and must not have. */
  const roles = (schemas) =>
    table([words.body, words.required, words['left-out']], schemas.map((schema) => {
      const { description, required = [], properties } = found(schema);
      return row(said(description), names(required), names(Object.keys(properties).filter((name) => properties[name] === false)));
    }));

  const body = ({ content }) => {
    if (!content) return '';
    const { schema, examples = {} } = content['application/json'];
    const { anyOf, ...one } = found(schema);
    const widest = anyOf ? found(anyOf[0]) : one;
    const shown = Object.values(examples).map(found).map(({ summary, value }) => `<details><summary>${escaped(summary)}</summary>${code(JSON.stringify(value, null, 2), summary)}</details>`);
    return `${anyOf ? roles(anyOf) : one.required ? `<p>${words.required}: ${names(one.required)}</p>` : ''}${table([words.field, words.type, words.meaning], fields(widest))}${shown.join('')}`;
  };

  const call = (path, method, { operationId, summary, description: about, parameters = [], requestBody, responses }) => `
<section id="${operationId}">
<h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2>
<p><b>${said(summary)}.</b> ${said(about)}</p>
${parameters.map(found).map((one) => `<p><code>${escaped(one.name)}</code> (${one.in}): ${said(one.description)}</p>${hidden(one)}`).join('')}
<h3>${words.request}</h3>
${body(requestBody)}
<h3>${words.answers}</h3>
${Object.entries(responses).map(([status, of]) => [status, found(of)]).map(([status, of]) => `<h4>${status}</h4><p>${said(of.description)}</p>${hidden(of)}${body(of)}`).join('')}
</section>`;

  return frame({
    title: words.calls,
    path: 'openapi',
    words,
    body: ({ root }) => `
<h1>${words.calls}</h1>
<p>${words['calls-lead']} <a href="${root}openapi.json"><code>openapi.json</code></a></p>
<p>${said(description.info.description)}</p>
${hidden(description)}
${Object.entries(description.paths).flatMap(([path, item]) => Object.entries(item).map(([method, of]) => call(path, method, of))).join('')}`,
  });
}
