import { apiBase, type Call, Nothing } from '@quayside/contract/shared/call.ts';
import type { z } from 'zod';
import { AnswerBook } from './answers.ts';
import { ExampleMaker } from './examples.ts';
import { nounOf, nouns } from './nouns.ts';
import { type Schema, SchemaBook } from './schemas.ts';
import { integrationSchemes, keyOf, securityOf, securitySchemes } from './security.ts';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
};

const json = 'application/json';

const introduction = [
  'What the portal of a marina asks its server.',
  'Amounts are numbers in major units, such as 12.5 for £12.50. Every refusal has one shape, with a code that ' +
    'stays and a message in the language of `Accept-Language`.',
  'Of a browser, calls that change something are taken from the portal’s own origin alone.',
].join('\n\n');

const integrationIntroduction = [
  'The calls of a marina’s own programs. Each request carries a key: `Authorization: Bearer qs_live_…`.',
  'Your own references are the names of objects. A `PUT` creates or replaces an object, a `PATCH` merges (RFC ' +
    '7396), and the same request again changes nothing.',
  'Amounts are numbers in major units, with the currency beside them. Days are days at the harbour. Times are ' +
    'ISO 8601 with their zone.',
  'Every refusal has one shape: a code that stays, a message in the language of `Accept-Language`, and ' +
    '`errors[]` that name the fields. The header `RateLimit` says how many requests are left.',
  'New calls, new fields of answers, new optional fields of requests and new words in a list of words may come ' +
    'at any time. Ignore those that you do not know.',
].join('\n\n');

/** The two documents: of the portal's calls, and of the integration API. */
const kinds = {
  portal: { title: 'Quayside', version: '0.1.0', introduction, schemesOf: securitySchemes },
  integration: {
    title: 'Quayside integration API',
    version: '1.0.0',
    introduction: integrationIntroduction,
    schemesOf: integrationSchemes,
  },
} as const;
export type ApiDocument = keyof typeof kinds;

/** The headers that many calls read. */
const parameters = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Of messages and papers. Without one, the marina’s own language.',
    schema: { type: 'string' },
    example: 'en-GB',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body gets the same answer and does nothing twice.',
    schema: { type: 'string', maxLength: 200 },
    example: 'basket-3f8e5c1a',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The version that was read. Of another one nothing is stored.',
    schema: { type: 'string' },
    example: '"7"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The version that you have. If the object still has it, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"7"',
  },
};

/**
 * The documents of a kind that are kept at most. Their text takes 0.4 MB each, and anybody can make up an origin, with
 * another port.
 */
const mostKept = 20;

/** Describes the calls. Only the address differs between marinas. */
export class Documentation {
  readonly #kind: ApiDocument;
  readonly #schemas: SchemaBook;
  readonly #examples: ExampleMaker;
  readonly #answers: AnswerBook;
  readonly #document: Omit<OpenApiDocument, 'servers'>;
  /** The documents by origin and marina. The one that was read last is the last. */
  readonly #kept = new Map<string, OpenApiDocument>();

  constructor(calls: readonly Call[], kind: ApiDocument) {
    this.#kind = kind;
    this.#schemas = new SchemaBook(nouns[kind]);
    this.#examples = new ExampleMaker(this.#schemas);
    this.#answers = new AnswerBook(this.#schemas, this.#examples);
    const { title, version, introduction: description } = kinds[kind];
    const paths: Record<string, Record<string, unknown>> = {};
    for (const call of calls) {
      const path = (paths[`/${call.path.replace(/:(\w+)/g, '{$1}')}`] ??= {});
      path[call.method.toLowerCase()] = this.#operation(call);
    }
    this.#document = {
      openapi: '3.1.0',
      info: {
        title,
        version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: nouns[kind].map((noun) => ({ name: noun.name, description: noun.description })),
      paths,
      components: {
        schemas: this.#schemas.usedBy({ paths, responses: this.#answers.components }),
        responses: this.#answers.components,
        parameters,
      },
    };
  }

  /**
   * Returns the document for a marina. It is kept, so that its text is written once: that takes several milliseconds.
   * @param origin the portal's origin
   * @param marina its name
   */
  of(origin: string, marina: string): OpenApiDocument {
    const key = JSON.stringify([origin, marina]);
    const document = this.#kept.get(key) ?? this.#make(origin, marina);
    this.#kept.delete(key);
    this.#kept.set(key, document);
    const [oldest = key] = this.#kept.keys();
    if (this.#kept.size > mostKept) this.#kept.delete(oldest);
    return document;
  }

  #make(origin: string, marina: string): OpenApiDocument {
    const { openapi, info, components, ...rest } = this.#document;
    const servers = [{ url: origin + apiBase.replace(/\/$/, ''), description: marina }];
    const schemes = kinds[this.#kind].schemesOf(origin.startsWith('https:'));
    return { openapi, info, servers, ...rest, components: { ...components, securitySchemes: { ...schemes } } };
  }

  #operation(call: Call): Record<string, unknown> {
    const params = this.#fieldsOf(call.params);
    const query = this.#fieldsOf(call.query);
    const body = call.method === 'GET' ? undefined : this.#body(call);
    const fieldsOf = (part: string) =>
      Object.keys((part === 'params' ? params : part === 'query' ? query : this.#fieldsOf(call.body)).properties ?? {});
    const key = keyOf(call, fieldsOf);
    return {
      operationId: call.name,
      summary: call.summary,
      ...(key === undefined ? {} : { description: `Its key is ${key}: whoever holds it may make the call.` }),
      tags: [nounOf(call.name)],
      security: securityOf(call, (name) => fieldsOf('query').includes(name)),
      parameters: [...this.#parameters(params, 'path'), ...this.#parameters(query, 'query'), ...headersOf(call)],
      ...(body === undefined ? {} : { requestBody: body }),
      responses: this.#answers.answersOf(call),
      'x-access': call.access,
      ...(call.access === 'integration' ? { 'x-scopes': call.scopes } : { 'x-staff': call.staff }),
    };
  }

  #fieldsOf(part: z.ZodType): Schema {
    return part === Nothing ? {} : this.#schemas.resolve(this.#schemas.schemaOf(part, 'input'));
  }

  #parameters({ properties = {}, required = [] }: Schema, place: 'path' | 'query') {
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      required: place === 'path' || required.includes(name),
      schema,
      ...(place === 'path' || required.includes(name) ? { example: this.#examples.valueOf(schema, name) } : {}),
    }));
  }

  #body(call: Call): Record<string, unknown> | undefined {
    if (call.access === 'webhook')
      return {
        description: 'In the format of the provider, as it signs it.',
        required: true,
        content: { [json]: { schema: {}, example: eventExample } },
      };
    if (call.takesStream)
      return {
        required: true,
        content: Object.fromEntries(
          Object.entries(call.takesStream).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
        ),
      };
    if (call.body === Nothing) return undefined;
    const schema = this.#schemas.schemaOf(call.body, 'input');
    const whole = this.#schemas.resolve(schema);
    const required = (whole.required?.length ?? 0) > 0;
    if (call.takesFile || call.formHoldsFile) {
      const form = withFile(whole);
      return { required, content: { 'multipart/form-data': { schema: form, example: this.#examples.valueOf(form) } } };
    }
    const example = call.bodyExample ?? this.#examples.valueOf(schema);
    const form = call.takesForm ? { 'application/x-www-form-urlencoded': { schema, example } } : {};
    return { required, content: { [json]: { schema, example }, ...form } };
  }
}

/** One event of one provider. Each signs its own, so this one is refused. */
const eventExample = {
  id: 'WH-7Y7254563A4550640-11V2185806837105M',
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: { custom_id: 'QS-2026-000042' },
};

/** Returns a form with fields and a file after them. */
function withFile({ properties, required = [], ...rest }: Schema): Schema {
  const file: Schema = { type: 'string', format: 'binary' };
  return { ...rest, properties: { ...properties, file }, required: [...new Set([...required, 'file'])] };
}

function headersOf(call: Call) {
  const names: (keyof typeof parameters)[] = ['AcceptLanguage'];
  if (call.idempotent) names.push('IdempotencyKey');
  const changesVersion = call.versioned && call.method !== 'GET';
  if (call.name === 'saveAccount' || changesVersion) names.push('IfMatch');
  if (call.versioned && call.method === 'GET') names.push('IfNoneMatch');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
