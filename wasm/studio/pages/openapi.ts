// Reference page of the service's API, rendered from openapi.json. The descriptions in openapi.json are in English
// only.

import { escapeHtml, renderCode, renderPage, renderProse, type Words } from './frame.js';

const row = (head: string, ...cells: readonly string[]): string =>
  `<tr><th scope="row">${head}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table class="wide"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
const names = (list: readonly string[]): string => list.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ');

/** Properties that any object of the description can have. */
interface Described {
  readonly description?: string;
  readonly $ref?: string;
  /** Facts that the interface document does not give. */
  readonly 'x-not-shown'?: string | readonly string[];
}

interface Schema extends Described {
  readonly type?: string;
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  /** Schemas by property name; `false` if the property must be omitted. */
  readonly properties?: { readonly [name: string]: Schema | false };
  readonly patternProperties?: { readonly [pattern: string]: Schema };
}

interface Example extends Described {
  readonly summary?: string;
  readonly value?: unknown;
}

interface Body extends Described {
  readonly content?: {
    readonly 'application/json': { readonly schema: Schema; readonly examples?: { readonly [name: string]: Example } };
  };
}

interface Parameter extends Described {
  readonly name?: string;
  readonly in?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody: Body;
  readonly responses: { readonly [status: string]: Body };
}

/** The subset of an OpenAPI description that the page renders. */
export interface Description extends Described {
  readonly info: { readonly description: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

export const openapiPage = (description: Description, words: Words): string =>
  renderPage({
    title: words.calls,
    path: 'openapi',
    words,
    body: ({ root }) => new OpenapiRenderer(description, words).page(root),
  });

class OpenapiRenderer {
  readonly #description: Description;
  readonly #words: Words;

  constructor(description: Description, words: Words) {
    this.#description = description;
    this.#words = words;
  }

  page(root: string): string {
    const calls = Object.entries(this.#description.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => this.#call(path, method, operation)),
    );
    return `
<h1>${this.#words.calls}</h1>
<p>${this.#words['calls-lead']} <a href="${root}openapi.json"><code>openapi.json</code></a></p>
<p>${this.#text(this.#description.info.description)}</p>
${this.#undocumented(this.#description)}
${calls.join('')}`;
  }

  #text(text = ''): string {
    return this.#words.lang === 'en' ? renderProse(text) : `<span lang="en">${renderProse(text)}</span>`;
  }

  /** Resolves `$ref`; returns an object without `$ref` unchanged. */
  #resolve<Part extends Described>(part: Part): Part {
    if (part.$ref === undefined) return part;
    let at: unknown = this.#description;
    for (const name of part.$ref.slice(2).split('/')) at = (at as { readonly [name: string]: unknown })[name];
    return { ...(at as Part), ...part, $ref: undefined };
  }

  #undocumented({ 'x-not-shown': hidden }: Described): string {
    if (hidden === undefined) return '';
    const said = [hidden].flat().map((text) => this.#text(text));
    return `<p><b>${this.#words['not-shown']}:</b> ${said.join(' ')}</p>`;
  }

  /** Renders a table row for each property, including those of nested objects. */
  #fields({ properties = {} }: Schema, before = ''): string[] {
    return Object.entries(properties).flatMap(([name, field]) =>
      field === false ? [] : this.#field(before + name, this.#resolve(field)),
    );
  }

  #field(name: string, field: Schema): string[] {
    const { type, items, patternProperties } = field;
    const item = items && this.#resolve(items);
    const [member] = Object.values(patternProperties ?? {});
    const inner = item ?? (member === undefined ? field : this.#resolve(member));
    const end = item === undefined ? (patternProperties === undefined ? '' : '.xx_XX') : '[]';
    const kind = item === undefined ? `${type}` : `${type} (${item.type ?? 'object'})`;
    return [
      row(
        `<code>${escapeHtml(name).replaceAll('.', '.<wbr>')}</code>`,
        field.const === undefined ? kind : `<code>${escapeHtml(field.const)}</code>`,
        this.#text(field.description) + this.#undocumented(field),
      ),
      ...this.#fields(inner, `${name}${end}.`),
    ];
  }

  /** Renders the required and the forbidden fields of each alternative body. */
  #alternatives(schemas: readonly Schema[]): string {
    const rows = schemas.map((schema) => {
      const { description, required = [], properties = {} } = this.#resolve(schema);
      const forbidden = Object.keys(properties).filter((name) => properties[name] === false);
      return row(this.#text(description), names(required), names(forbidden));
    });
    return table([this.#words.body, this.#words.required, this.#words['left-out']], rows);
  }

  #body({ content }: Body): string {
    if (content === undefined) return '';
    const { schema, examples = {} } = content['application/json'];
    const { anyOf, ...single } = this.#resolve(schema);
    const required = single.required ? `<p>${this.#words.required}: ${names(single.required)}</p>` : '';
    const widest = anyOf?.[0] ? this.#resolve(anyOf[0]) : single;
    const heads = [this.#words.field, this.#words.type, this.#words.meaning];
    const shown = Object.values(examples)
      .map((example) => this.#resolve(example))
      .map(({ summary = '', value }) => {
        const text = renderCode(JSON.stringify(value, null, 2), summary);
        return `<details><summary>${escapeHtml(summary)}</summary>${text}</details>`;
      });
    return `${anyOf ? this.#alternatives(anyOf) : required}${table(heads, this.#fields(widest))}${shown.join('')}`;
  }

  #call(path: string, method: string, operation: Operation): string {
    const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
    const given = parameters
      .map((parameter) => this.#resolve(parameter))
      .map(
        (parameter) =>
          `<p><code>${escapeHtml(parameter.name)}</code> (${parameter.in}): ${this.#text(parameter.description)}</p>${this.#undocumented(parameter)}`,
      );
    const responseSections = Object.entries(responses).map(([status, response]) => {
      const resolved = this.#resolve(response);
      return `<h4>${status}</h4><p>${this.#text(resolved.description)}</p>${this.#undocumented(resolved)}${this.#body(resolved)}`;
    });
    return `
<section id="${operationId}">
<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p><b>${this.#text(summary)}.</b> ${this.#text(description)}</p>
${given.join('')}
<h3>${this.#words.request}</h3>
${this.#body(requestBody)}
<h3>${this.#words.answers}</h3>
${responseSections.join('')}
</section>`;
  }
}
