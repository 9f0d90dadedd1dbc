import { escapeHtml } from '../../lib/texts/escape-html.ts';
import type { OpenApiDocument } from './document.ts';
import type { Schema } from './schemas.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Content {
  description?: string;
  content?: Record<string, { schema: Schema; example?: unknown }>;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-scopes'?: string[];
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
}
interface Call extends Operation {
  method: string;
  path: string;
}

const style = `
:root{color-scheme:light dark;--ink:#0f2233;--muted:#51647a;--line:#c9d3dc;--sheet:#fff;--code:#eef3f7;--link:#0b5a7a}
@media(prefers-color-scheme:dark){
:root{--ink:#e9f0f6;--muted:#a3b5c6;--line:#2a4258;--sheet:#0f2233;--code:#172e43;--link:#8fd0ee}
}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;
color:var(--ink);background:var(--sheet);overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font-family:ui-monospace,monospace;font-size:.9375rem;background:var(--code);border-radius:4px}
code{padding:.1em .3em}
pre{padding:.75rem;white-space:pre-wrap}
pre code{padding:0}
h2{margin-block-start:3rem;border-block-end:1px solid var(--line)}
article{margin-block:2rem;padding-block-end:1rem;border-block-end:1px solid var(--line)}
dt{margin-block-start:.5rem}
dd{margin-inline-start:1rem}
small{font-size:.9375rem;color:var(--muted)}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{position:static}
@media(min-width:64rem){
body{display:grid;grid-template-columns:16rem 1fr;gap:0 2rem}
body>header,.skip{grid-column:1/-1}
nav{position:sticky;inset-block-start:0;max-block-size:100vh;overflow:auto}
}
`;

/**
 * Draws the document of the integration API as a page for people: plain HTML without scripts. Developers read it, so
 * it is in English, as the document and the guides are.
 */
export function referencePage(document: OpenApiDocument): string {
  const { title, version, description } = document.info as Record<string, string>;
  const [server = { url: '', description: '' }] = document.servers;
  const calls = callsOf(document);
  const page = new Page(document, server.url);
  const chapters = document.tags.map((tag) => ({ ...tag, calls: calls.filter(({ tags }) => tags.includes(tag.name)) }));
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} · ${server.description}`)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<header><h1>${escapeHtml(title ?? '')}</h1>
<p>${escapeHtml(server.description)} · version ${escapeHtml(version ?? '')} ·
<a href="openapi.json">OpenAPI document</a></p></header>
<nav aria-label="Calls">${chapters.map(chapterLinks).join('')}</nav>
<main id="main">
${paragraphs(description ?? '')}
<p>All paths begin with <code>${escapeHtml(server.url)}</code>.</p>
${chapters.map((chapter) => page.chapter(chapter)).join('')}
<section><h2>Shapes</h2>${page.shapes()}</section>
</main>
</body>
</html>
`;
}

interface Chapter {
  name: string;
  description: string;
  calls: Call[];
}

const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as Operation),
      method: method.toUpperCase(),
      path,
    })),
  );

const chapterLinks = ({ name, calls }: Chapter): string =>
  `<p><strong>${escapeHtml(name)}</strong></p><ul>${calls
    .map(({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`)
    .join('')}</ul>`;

/** Turns the document's texts into HTML: an empty line separates paragraphs, and backticks mark code. */
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('');
const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
const code = (value: unknown): string =>
  `<pre><code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</code></pre>`;

const shapeId = (name: string) => `shape-${name}`;
const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

/** Draws the parts of the page that need the document's components. */
class Page {
  readonly #document: OpenApiDocument;
  readonly #url: string;

  constructor(document: OpenApiDocument, url: string) {
    this.#document = document;
    this.#url = url;
  }

  chapter({ name, description, calls }: Chapter): string {
    const drawn = calls.map((call) => this.#call(call)).join('');
    return `<section><h2>${escapeHtml(name)}</h2><p>${inline(description)}</p>${drawn}</section>`;
  }

  shapes(): string {
    return Object.entries(this.#document.components.schemas ?? {})
      .filter(([, schema]) => (schema as Schema).properties)
      .map(([name, schema]) => {
        const heading = `<h3 id="${shapeId(name)}">${escapeHtml(name)}</h3>`;
        return `<article>${heading}${this.#fields(schema as Schema)}</article>`;
      })
      .join('');
  }

  #call(call: Call): string {
    const { operationId, summary, method, path, parameters, requestBody, responses } = call;
    const scopes = (call['x-scopes'] ?? []).map((scope) => `<code>${escapeHtml(scope)}</code>`).join(', ');
    const body = requestBody?.content?.['application/json'];
    const statuses = Object.entries(responses);
    const good = statuses.find(([status]) => status === '200')?.[1].content?.['application/json'];
    return `<article><h3 id="${operationId}">${escapeHtml(summary)}</h3>
<p><code>${method} ${escapeHtml(path)}</code></p>
<p>${scopes === '' ? 'Any key may make this call.' : `The key needs ${scopes}.`}</p>
<h4>Parameters</h4><dl>${parameters.map((parameter) => this.#parameter(parameter)).join('')}</dl>
${body ? `<h4>Body</h4>${this.#shape(body.schema)}` : ''}
<h4>Request</h4>${code(this.#curl(call, body?.example))}
<h4>Answer</h4>${good ? `${this.#shape(good.schema)}${code(good.example)}` : ''}
<h4>Statuses</h4><dl>${statuses.map(([status, answer]) => this.#status(status, answer)).join('')}</dl></article>`;
  }

  #curl({ method, path, parameters }: Call, body: unknown): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const [example = name] = parameters.find((each) => each.name === name)?.schema.examples ?? [];
      return String(example);
    });
    const lines = [
      `curl -X ${method} '${this.#url}${filled}'`,
      `-H "Authorization: Bearer $QUAYSIDE_KEY"`,
      ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2)}'`]),
    ];
    return lines.join(' \\\n  ');
  }

  #parameter(given: Parameter): string {
    const components = this.#document.components.parameters ?? {};
    const parameter = given.$ref === undefined ? given : (components[nameOf(given.$ref)] as Parameter);
    const { name, in: place, required, description, schema } = parameter;
    const facts = [this.#type(schema), `in the ${place}`, ...(required ? ['required'] : [])].join(', ');
    return `<dt><code>${escapeHtml(name)}</code> <small>${facts}</small></dt><dd>${inline(description ?? '')}</dd>`;
  }

  #status(status: string, { $ref, description }: Content & { $ref?: string }): string {
    const shared = $ref === undefined ? undefined : (this.#document.components.responses?.[nameOf($ref)] as Content);
    return `<dt><code>${status}</code></dt><dd>${paragraphs(shared?.description ?? description ?? '')}</dd>`;
  }

  #shape(schema: Schema): string {
    return schema.properties ? this.#fields(schema) : `<p>${this.#type(schema)}</p>`;
  }

  #fields({ properties = {}, required = [] }: Schema): string {
    const drawn = Object.entries(properties).map(([name, field]) => {
      const facts = this.#type(field) + (required.includes(name) ? '' : ', may be left out');
      const about = field.description === undefined ? '' : inline(field.description);
      return `<dt><code>${escapeHtml(name)}</code> <small>${facts}</small></dt><dd>${about}</dd>`;
    });
    return `<dl>${drawn.join('')}</dl>`;
  }

  /** Writes the type of a value in words. A shape with a name is a link to its fields. */
  #type(schema: Schema): string {
    const { $ref, anyOf, items, enum: words, type, format } = schema;
    if ($ref !== undefined) return this.#link(nameOf($ref));
    if (anyOf) return anyOf.map((choice) => this.#type(choice)).join(' or ');
    if (words) return `one of ${words.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(', ')}`;
    if (items) return `list of ${this.#type(items)}`;
    if (schema.properties) return 'object';
    return [type ?? []]
      .flat()
      .map((each) => (format === undefined ? typeWords[each] : formatWords[format]) ?? each)
      .join(' or ');
  }

  #link(name: string): string {
    const schema = this.#document.components.schemas?.[name] as Schema | undefined;
    if (!schema?.properties) return this.#type(schema ?? {});
    return `<a href="#${shapeId(name)}">${escapeHtml(name)}</a>`;
  }
}

const typeWords: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' };
const formatWords: Record<string, string> = { date: 'day', 'date-time': 'time' };
