// The calls of the service, made from its OpenAPI description, whose words are English.

import { code, escaped, frame, prose, type Words } from './frame.js';

const row = (head: string, ...cells: readonly string[]): string =>
  `<tr><th scope="row">${head}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table class="wide"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
const names = (list: readonly string[]): string => list.map((name) => `<code>${escaped(name)}</code>`).join(', ');

/** What any part of the description has: what it says, and where else it is described. */
interface Described {
  readonly description?: string;
  readonly $ref?: string;
  /** What the interface document does not show. */
  readonly 'x-not-shown'?: string | readonly string[];
}

interface Schema extends Described {
  readonly type?: string;
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  /** A field that must be left out is `false`. */
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

/** The parts of an OpenAPI description that the page shows. */
export interface Description extends Described {
  readonly info: { readonly description: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

/** The page. */
export const openapiPage = (description: Description, words: Words): string =>
  frame({ title: words.calls, path: 'openapi', words, body: ({ root }) => new Calls(description, words).page(root) });

class Calls {
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
<p>${this.#said(this.#description.info.description)}</p>
${this.#hidden(this.#description)}
${calls.join('')}`;
  }

  #said(text = ''): string {
    return this.#words.lang === 'en' ? prose(text) : `<span lang="en">${prose(text)}</span>`;
  }

  /** A part, or what its reference leads to. */
  #found<Part extends Described>(part: Part): Part {
    if (part.$ref === undefined) return part;
    let at: unknown = this.#description;
    for (const name of part.$ref.slice(2).split('/')) at = (at as { readonly [name: string]: unknown })[name];
    return { ...(at as Part), ...part, $ref: undefined };
  }

  #hidden({ 'x-not-shown': hidden }: Described): string {
    if (hidden === undefined) return '';
    const said = [hidden].flat().map((text) => this.#said(text));
    return `<p><b>${this.#words['not-shown']}:</b> ${said.join(' ')}</p>`;
  }

  /** The fields of an object, those within them too. */
  #fields({ properties = {} }: Schema, before = ''): string[] {
    return Object.entries(properties).flatMap(([name, field]) =>
      field === false ? [] : this.#field(before + name, this.#found(field)),
    );
  }

  #field(name: string, field: Schema): string[] {
    const { type, items, patternProperties } = field;
    const item = items && this.#found(items);
    const [member] = Object.values(patternProperties ?? {});
    const inner = item ?? (member === undefined ? field : this.#found(member));
    const end = item === undefined ? (patternProperties === undefined ? '' : '.xx_XX') : '[]';
    const kind = item === undefined ? `${type}` : `${type} (${item.type ?? 'object'})`;
    return [
      row(
        `<code>${escaped(name).replaceAll('.', '.<wbr>')}</code>`,
        field.const === undefined ? kind : `<code>${escaped(field.const)}</code>`,
        this.#said(field.description) + this.#hidden(field),
      ),
      ...this.#fields(inner, `${name}${end}.`),
    ];
  }

  /** What each of several bodies must have and must not have. */
  #roles(schemas: readonly Schema[]): string {
    const rows = schemas.map((schema) => {
      const { description, required = [], properties = {} } = this.#found(schema);
      const leftOut = Object.keys(properties).filter((name) => properties[name] === false);
      return row(this.#said(description), names(required), names(leftOut));
    });
    return table([this.#words.body, this.#words.required, this.#words['left-out']], rows);
  }

  #body({ content }: Body): string {
    if (content === undefined) return '';
    const { schema, examples = {} } = content['application/json'];
    const { anyOf, ...single } = this.#found(schema);
    const required = single.required ? `<p>${this.#words.required}: ${names(single.required)}</p>` : '';
    const widest = anyOf?.[0] ? this.#found(anyOf[0]) : single;
    const heads = [this.#words.field, this.#words.type, this.#words.meaning];
    const shown = Object.values(examples)
      .map((example) => this.#found(example))
      .map(({ summary = '', value }) => {
        const text = code(JSON.stringify(value, null, 2), summary);
        return `<details><summary>${escaped(summary)}</summary>${text}</details>`;
      });
    return `${anyOf ? this.#roles(anyOf) : required}${table(heads, this.#fields(widest))}${shown.join('')}`;
  }

  #call(path: string, method: string, operation: Operation): string {
    const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
    const given = parameters
      .map((parameter) => this.#found(parameter))
      .map(
        (parameter) =>
          `<p><code>${escaped(parameter.name)}</code> (${parameter.in}): ${this.#said(parameter.description)}</p>${this.#hidden(parameter)}`,
      );
    const answers = Object.entries(responses).map(([status, response]) => {
      const of = this.#found(response);
      return `<h4>${status}</h4><p>${this.#said(of.description)}</p>${this.#hidden(of)}${this.#body(of)}`;
    });
    return `
<section id="${operationId}">
<h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2>
<p><b>${this.#said(summary)}.</b> ${this.#said(description)}</p>
${given.join('')}
<h3>${this.#words.request}</h3>
${this.#body(requestBody)}
<h3>${this.#words.answers}</h3>
${answers.join('')}
</section>`;
  }
}
