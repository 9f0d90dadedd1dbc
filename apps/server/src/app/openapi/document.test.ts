import { apiBase, type Call, isFile } from '@quayside/contract/shared/call.ts';
import { callsWithOwnErrors } from '@quayside/contract/errors/call-errors.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Example, inputOf } from '../../testing/contract/contract-example.ts';
import { examples } from '../../testing/contract/contract-examples.ts';
import { makeContractFixture, type ContractFixture } from '../../testing/contract/contract-fixture.ts';
import { type Answered, bodyOf, type HttpClient } from '../../testing/http-client.ts';
import { sampleFiles } from '../../testing/sample-files.ts';

type Content = Record<string, { schema: object; example?: unknown }>;
interface Answer {
  $ref?: string;
  content?: Content;
}
interface Operation {
  requestBody?: { content: Content };
  security: Record<string, string[]>[];
  responses: Record<string, Answer>;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answer>; securitySchemes: Record<string, { in: string; name: string }> };
}

let fixture: ContractFixture;
let source: string;
let document: Document;
let calls: Call[];
const validator = new Ajv2020({ strict: false, validateFormats: false });

beforeAll(async () => {
  fixture = await makeContractFixture();
  source = (await fixture.app.client('saltmarsh').get(`${apiBase}openapi.json`)).text;
  document = JSON.parse(source) as Document;
  validator.addSchema(document, 'document');
  calls = fixture.app.app.routesOfContract.map((route) => route.call);
});
afterAll(() => fixture.close());

const operationOf = (call: Call): Operation | undefined =>
  document.paths[`/${call.path.replace(/:(\w+)/g, '{$1}')}`]?.[call.method.toLowerCase()];

/** Returns the differences between an answer and the document: in its status, its content type, or its content. */
function undocumented(call: Call, { status, headers, body, text }: Answered): string[] {
  const answer = operationOf(call)?.responses[status];
  if (!answer) return [`${call.name}: ${status}`];
  const name = answer.$ref?.replace('#/components/responses/', '');
  const { content = {} } = name === undefined ? answer : (document.components.responses[name] ?? {});
  if (text === '') return [];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const found = content[type] ?? content['*/*'];
  if (!found) return [`${call.name}: ${status} as ${type}`];
  if (type !== 'application/json') return [];
  const validate = validatorOf(found.schema);
  return validate(body) ? [] : [`${call.name}: ${status} ${validator.errorsText(validate.errors)}`];
}

/** The compiled schemas of the document. Compiling one takes longer than all else of a call. */
const compiled = new Map<object, ValidateFunction>();

/** @param schema part of the document */
function validatorOf(schema: object): ValidateFunction {
  const validate = compiled.get(schema) ?? validator.compile(inDocument(schema));
  compiled.set(schema, validate);
  return validate;
}

/** Returns a schema whose references lead into the document, so that it can be compiled anywhere. */
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;

const ask = (client: HttpClient, call: Call, example: Example, headers: Record<string, string> = {}) =>
  client.call(call, inputOf(example), headers);

const paper = new File([new Uint8Array(sampleFiles.pdf)], 'policy.pdf');

const withoutFile = (example: object): object =>
  Object.fromEntries(Object.entries(example).filter(([name]) => name !== 'file'));

describe('the OpenAPI document', () => {
  test('[CALL-1] keeps the recommended rules of OpenAPI 3.1, and its examples fit their schemas', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: { 'no-invalid-media-type-examples': 'error' },
    });
    const problems = await lintFromString({ source, config });
    expect(document.openapi).toBe('3.1.0');
    expect(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    ).toEqual([]);
  });

  test('[CALL-1] names the marina’s address, and how callers authenticate', () => {
    expect(document.servers).toEqual([{ url: `${fixture.app.url}/harbour/api`, description: expect.any(String) }]);
    const schemes = document.components.securitySchemes;
    expect(schemes.session).toMatchObject({ in: 'cookie', name: 'quayside_session' });
    expect(schemes.payLink).toMatchObject({ in: 'cookie', name: 'quayside_payer' });
    expect(schemes.tenantKey).toMatchObject({ in: 'header', name: 'tenantKey' });
    for (const call of calls) {
      const ways = operationOf(call)?.security.map((way) => Object.keys(way).join('+'));
      if (call.access === 'account') expect(ways, call.name).toEqual(['session', 'session+tenantKey']);
      if (call.access === 'payer') expect(ways, call.name).toContain('payLink');
      if (call.access === 'public') expect(ways, call.name).not.toContain('session');
    }
  });

  test('[CALL-2] every answer of a walk over all calls is in it: status, type and content', async () => {
    const { app, owner, payer, neighbour } = fixture;
    const unknown: string[] = [];
    for (const call of calls.filter(({ name }) => !name.startsWith('signOut'))) {
      const example = examples[call.name]?.(fixture) ?? {};
      const odd = { params: Object.fromEntries(Object.keys(example.params ?? {}).map((name) => [name, '~'])) };
      unknown.push(
        ...undocumented(call, await ask(app.client('nowhere'), call, example)),
        ...undocumented(call, await ask(app.client('saltmarsh'), call, example)),
        ...undocumented(call, await ask(neighbour.client, call, example)),
        ...undocumented(
          call,
          await ask(payer.client, call, { ...example, ...examples[call.name]?.({ ...fixture, ...payer }) }),
        ),
        ...undocumented(call, await ask(owner.client, call, { ...example, ...odd })),
        ...undocumented(call, await ask(owner.client, call, example, { origin: 'https://evil.example.com' })),
      );
      const answer = await ask(owner.client, call, example);
      unknown.push(...undocumented(call, answer));
      const tag = answer.headers.get('etag');
      if (call.cacheable && tag)
        unknown.push(...undocumented(call, await ask(owner.client, call, example, { 'if-none-match': tag })));
      if (isFile(call.answer))
        for (const range of ['bytes=0-3', 'bytes=99999999-'])
          unknown.push(...undocumented(call, await ask(owner.client, call, example, { range })));
    }
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('[CALL-1] has an example of every content, in requests and in answers', () => {
    const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    );
    const contents = [
      ...operations.flatMap(([name, { requestBody, responses }]) =>
        [requestBody ?? {}, ...Object.values(responses)].map(({ content }: Answer) => [name, content ?? {}] as const),
      ),
      ...Object.entries(document.components.responses).map(([name, { content }]) => [name, content ?? {}] as const),
    ];
    const without = contents.flatMap(([name, content]) =>
      Object.entries(content).flatMap(([type, { example }]) => (example === undefined ? [`${name} ${type}`] : [])),
    );
    expect(without).toEqual([]);
  });

  test('[CALL-1] [SAFE-2] gives examples of requests whose shape the server takes', async () => {
    const refused: string[] = [];
    // Some open calls begin another session in their sender's browser.
    const stranger = fixture.app.client('saltmarsh');
    for (const call of calls.filter(({ name }) => !name.startsWith('signOut'))) {
      const isOwners = call.access === 'account' || call.access === 'payer';
      const { requestBody } = operationOf(call) ?? {};
      const known = examples[call.name]?.(fixture) ?? {};
      for (const [type, { example: given }] of Object.entries(requestBody?.content ?? {})) {
        if (call.access === 'webhook') continue;
        const text = JSON.stringify(given).replaceAll('https://portal.saltmarsh.example', fixture.app.url);
        const example = JSON.parse(text) as object;
        const shown = type === 'multipart/form-data' ? withoutFile(example) : example;
        // Returns the example with names of things that exist, so that the handler reads the rest of it.
        const real = Object.entries(known.body ?? {}).filter(([name]) => !name.endsWith('Url'));
        for (const body of [shown, { ...shown, ...Object.fromEntries(real) }]) {
          const sent = call.formHoldsFile ? bodyOf({ takesFile: true }, body, paper) : body;
          const { status, body: answer } = await ask(isOwners ? fixture.owner.client : stranger, call, {
            ...known,
            body: sent,
          } as Example);
          const code = answer?.responseStatus?.errorCode;
          const isShut = isOwners && (status === 401 || code === 'STAFF_READ_ONLY');
          if (isShut || status === 413 || status === 415 || code === 'INVALID_REQUEST' || code === 'RAW_CARD_DATA')
            refused.push(`${call.name}: ${status} ${answer?.responseStatus?.message}`);
        }
      }
    }
    expect([...new Set(refused)]).toEqual([]);
  });

  test('[CALL-2] declares errors of calls that exist alone', () => {
    const ofPrograms = fixture.app.app.routesOfIntegration.map(({ call }) => call);
    const names = [...calls, ...ofPrograms].map(({ name }) => name);
    expect(callsWithOwnErrors.filter((name) => !names.includes(name))).toEqual([]);
  });
});
