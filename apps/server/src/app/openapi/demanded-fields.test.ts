import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Example, inputOf } from '../../testing/contract/contract-example.ts';
import { integrationExamples, seedIntegration } from '../../testing/contract/integration-examples.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';

interface Schema {
  $ref?: string;
  format?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

let app: TestApp;
let program: HttpClient;
let document: Document;
beforeAll(async () => {
  app = await startTestApp();
  program = await programOf(app, await makeTenant(app, { key: 'saltmarsh' }));
  await seedIntegration(program);
  document = (await app.client('saltmarsh').get(`${apiBase}integration/v1/openapi.json`)).body as Document;
});
afterAll(() => app.close());

const resolved = (schema: Schema | undefined): Schema =>
  (schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? '']) ?? {};

const bodyOf = (call: Call): Schema => {
  const path = `/${call.path.replace(/:(\w+)/g, '{$1}')}`;
  return resolved(document.paths[path]?.[call.method.toLowerCase()]?.requestBody?.content['application/json']?.schema);
};

/** The fields that only some objects may leave out, which a list of required fields can't say. */
const sometimes: Readonly<Record<string, readonly string[]>> = {
  // An order or an estimate that is there keeps its lines.
  'orders.put': ['lines'],
  'estimates.put': ['lines'],
  // A boat's reference brings the name.
  'stays.put': ['boat'],
  // An agreement with a text may be signed.
  'agreements.put': ['signatureRequired'],
};

/** Returns the fields without which the call is refused, of those that its example has. */
async function refusedWithout(call: Call, { body = {}, ...rest }: Example, empty?: null): Promise<string[]> {
  const refused: string[] = [];
  for (const name of Object.keys(body)) {
    const { [name]: _, ...others } = body;
    const sent = empty === null ? { ...others, [name]: null } : others;
    const { status } = await program.call(call, inputOf({ ...rest, body: sent }));
    if (status >= 400) refused.push(name);
  }
  return refused;
}

test('[API-12] a PUT demands exactly the fields that its document calls required', async () => {
  const puts = app.app.routesOfIntegration
    .map(({ call }) => call)
    .filter(({ method, name }) => method === 'PUT' && integrationExamples[name]?.().body);
  expect(puts.length).toBeGreaterThan(10);
  for (const call of puts) {
    const example = integrationExamples[call.name]?.() ?? {};
    const { required = [], properties = {} } = bodyOf(call);
    const fresh = { ...example, params: { ...example.params, reference: 'NEW-1' } };
    const isNamedAlone = Object.keys(example.params ?? {}).join() === 'reference';
    const refused = await refusedWithout(call, isNamedAlone ? fresh : example);
    const demanded = refused.filter((name) => !sometimes[call.name]?.includes(name));
    expect(demanded.toSorted(), call.name).toEqual(required.toSorted());
    expect(await refusedWithout(call, example), call.name).toEqual(expect.arrayContaining(required));
    expect(await refusedWithout(call, example, null), call.name).toEqual(expect.arrayContaining(required));
    for (const name of required) expect(properties[name]?.type, `${call.name} ${name}`).toEqual(expect.any(String));
  }
});

test.each(['orders.put', 'estimates.put'])('[API-12] the lines of %s too', async (name) => {
  const call = app.app.routesOfIntegration.find((route) => route.call.name === name)?.call;
  if (!call) throw new Error(`there is no call ${name}`);
  const { body = {}, ...rest } = integrationExamples[name]?.() ?? {};
  const [line = {}] = body.lines as Record<string, unknown>[];
  const demanded: string[] = [];
  for (const field of Object.keys(line)) {
    const { [field]: _, ...others } = line;
    const answer = await program.call(call, inputOf({ ...rest, body: { ...body, lines: [others] } }));
    if (answer.status === 400) demanded.push(field);
  }
  const { required = [] } = resolved(resolved(bodyOf(call).properties?.lines).items);
  expect(required.toSorted()).toEqual(demanded.toSorted());
  expect(demanded).toHaveLength(4);
});

/** The end of an estimate may have a time, and an endpoint is on or off. */
const noDays: ReadonlySet<string> = new Set(['estimates.put expiresOn', 'webhookEndpoints.put isOn']);

test('[API-144] the document calls each day of a row a date, and the server refuses other texts', async () => {
  const days: string[] = [];
  for (const { call } of app.app.routesOfIntegration.filter(({ call: { method } }) => method === 'PUT')) {
    const example = integrationExamples[call.name]?.() ?? {};
    for (const [name, field] of Object.entries(bodyOf(call).properties ?? {})) {
      if (!name.endsWith('On') || noDays.has(`${call.name} ${name}`)) continue;
      expect([call.name, name, field.format]).toEqual([call.name, name, 'date']);
      const answer = await program.call(call, inputOf({ ...example, body: { ...example.body, [name]: 'tomorrow' } }));
      expect([call.name, answer.status]).toEqual([call.name, 400]);
      days.push(name);
    }
  }
  expect(days.length).toBeGreaterThan(15);
});
