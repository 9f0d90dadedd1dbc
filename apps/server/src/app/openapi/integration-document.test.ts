import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiBase, isFile } from '@quayside/contract/shared/call.ts';
import { putOfficeDocumentFile } from '@quayside/contract/integration/documents.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { breakingChanges, type ComparableDocument } from '@quayside/openapi-client/breaking-changes.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputOf } from '../../testing/contract/contract-example.ts';
import { type ContractFixture, makeContractFixture } from '../../testing/contract/contract-fixture.ts';
import { integrationExamples, seedIntegration } from '../../testing/contract/integration-examples.ts';
import { makeTenant, sampleSettings } from '../../testing/factories/factories.ts';
import { programOf, programWith } from '../../testing/factories/integration.ts';
import { makeMessage } from '../../testing/factories/messages.ts';
import { makeDocument, makeDocumentType, storeContent } from '../../testing/factories/papers.ts';
import { insertMadeRefund, insertPayment } from '../../testing/factories/payments.ts';

interface Content {
  content?: Record<string, { schema: object; example?: unknown }>;
}
interface Operation {
  operationId: string;
  security: object[];
  'x-scopes': string[];
  parameters: { name?: string; in?: string; description?: string; $ref?: string; example?: unknown }[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
}
interface Document {
  openapi: string;
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Operation['responses']; securitySchemes: Record<string, object> };
}

const json = 'application/json';
/** The document that callers have. */
const published = join(import.meta.dirname, '../../../../../docs/integrating/openapi.json');

let fixture: ContractFixture;
let source: string;
let document: Document;

beforeAll(async () => {
  fixture = await makeContractFixture();
  source = (await fixture.app.client('saltmarsh').get(`${apiBase}integration/v1/openapi.json`)).text;
  document = JSON.parse(source) as Document;
});
afterAll(() => fixture.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
const pathOf = (call: { path: string }) => `/${call.path.replace(/:(\w+)/g, '{$1}')}`;

describe('the document of the integration API', () => {
  test('[API-7] keeps Redocly’s recommended rules of OpenAPI 3.1 without a warning, and its examples fit', async () => {
    const rules = { 'no-invalid-media-type-examples': 'error', 'no-invalid-schema-examples': 'error' } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source, config });
    expect(document.openapi).toBe('3.1.0');
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  });

  test('[API-7] has every call of the integration API with its scopes and its key, and no call of the portal', () => {
    const calls = fixture.app.app.routesOfIntegration.map(({ call }) => call);
    const listed = operations().map(({ method, path, 'x-scopes': scopes }) => [`${method} ${path}`, scopes]);
    const expected = calls.map((call) => [`${call.method} ${pathOf(call)}`, [...call.scopes]]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: 'http', scheme: 'bearer', description: expect.any(String) },
    });
    for (const { operationId, security } of operations()) expect(security, operationId).toEqual([{ apiKey: [] }]);
  });

  test('[API-145] describes each parameter', () => {
    const bare = operations().flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ $ref, description }) => $ref === undefined && !description)
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  test('[API-7] has an example of each call, and the server takes each as it stands', async () => {
    const { app } = fixture;
    const culture = { ...sampleSettings().culture, availableLanguages: ['en-GB', 'fr-FR'] };
    const settings = sampleSettings({ culture });
    const marina = await makeTenant(app, { hosts: ['example-walk.example.com'], settings });
    const walker = await programOf(app, marina);
    const { headers } = walker;
    const send = async ({ path, method, parameters, requestBody }: ReturnType<typeof operations>[number]) => {
      const [[type, { example }] = [json, {}]] = Object.entries(requestBody?.content ?? {}) as [
        string,
        { example?: unknown },
      ][];
      const values = new Map(parameters.map((each) => [each.name, each.example]));
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
      const answer = await fetch(`${app.url}/harbour/api${filled}`, {
        method,
        headers: { ...headers, ...(example === undefined ? {} : { 'content-type': type }) },
        ...(example === undefined ? {} : { body: typeof example === 'string' ? example : JSON.stringify(example) }),
      });
      return answer.ok ? null : answer.text();
    };
    const puts = operations().filter(({ method }) => method === 'PUT');
    const deletes = operations().filter(({ method }) => method === 'DELETE');
    // An order that is paid or credited has no pay link.
    const isLink = ({ operationId }: { operationId: string }) => operationId === 'payLinks.create';
    const others = operations()
      .filter(({ method }) => method !== 'PUT' && method !== 'DELETE')
      .toSorted((a, b) => Number(isLink(b)) - Number(isLink(a)));
    // The order that is cancelled is another than the one that is credited.
    const second = puts
      .filter(({ operationId }) => operationId === 'orders.put')
      .map((put) => ({ ...put, path: put.path.replace('{reference}', 'O-5002') }));
    const makePayment = async () => {
      const order = await marina.db.selectFrom('orders').select(['id', 'account_id']).executeTakeFirstOrThrow();
      const owner = { tenantId: marina.id, accountId: order.account_id, siteId: 1 };
      const { id } = await insertPayment(marina.db, owner, { state: 'allocated', orderId: order.id });
      await insertMadeRefund(marina.db, marina.id, id, 'RF-2026-0042');
    };
    const makeAvailable = async () => {
      await makeInvoiceOfExamples();
      await marina.db.updateTable('payments').set({ amount_minor: 18_000 }).execute();
    };
    const makeDocumentOfExamples = async () => {
      const { id: accountId } = await marina.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
      const owner = { tenantId: marina.id, accountId, siteId: 1 };
      const { id, fileGuid } = await makeDocument(marina.db, owner, await makeDocumentType(marina.db, marina.id));
      await storeContent(marina.db, app.files, owner, fileGuid);
      await marina.db.updateTable('account_documents').set({ id: 15 }).where('id', '=', id).execute();
    };
    const makeMessageOfExamples = async () => {
      const { id: accountId } = await marina.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
      const id = await makeMessage(marina.db, { tenantId: marina.id, accountId });
      await marina.db.updateTable('contact_messages').set({ id: 4 }).where('id', '=', id).execute();
    };
    const makeInvoiceOfExamples = async () => {
      const order = { account: 'C-1001', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01' };
      const lines = [{ name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 }];
      const body = { ...order, lines, invoiceNumber: 'INV-5001' };
      await walker.call(putOrder, { params: { reference: 'O-5003' }, body });
    };
    for (const operation of [...puts, ...second, ...others, ...deletes]) {
      if (operation.operationId === 'payments.get') await makePayment();
      if (operation.operationId === 'orders.allocate') await makeAvailable();
      if (operation.operationId === 'documents.get') await makeDocumentOfExamples();
      if (operation.operationId === 'messages.get') await makeMessageOfExamples();
      if (operation.operationId === 'invoices.get') await makeInvoiceOfExamples();
      const { operationId, requestBody, responses } = operation;
      const bodies = [requestBody, responses[200]].flatMap((each) => Object.values(each?.content ?? {}));
      for (const body of bodies) expect(body.example, operationId).toBeDefined();
      expect(bodies.length, operationId).toBeGreaterThan(0);
      expect(await send(operation), operationId).toBeNull();
    }
  });

  test('[API-7] has each answer of a walk over its calls: status, and content by its schema', async () => {
    const validator = new Ajv2020({ strict: false, validateFormats: false });
    validator.addSchema(document, 'document');
    const compiled = new Map<string, ValidateFunction>();
    const program = await programOf(fixture.app, fixture.tenant);
    await seedIntegration(program);
    const keyless = programWith(fixture.app, 'qs_live_none');
    const scopeless = await programOf(fixture.app, fixture.tenant, { scopes: [] });
    const unknown: string[] = [];
    for (const { call } of fixture.app.app.routesOfIntegration) {
      const example = inputOf(integrationExamples[call.name]?.() ?? {});
      for (const client of [program, keyless, scopeless]) {
        const { status, body } = await client.call(call, example);
        const answer = document.paths[pathOf(call)]?.[call.method.toLowerCase()]?.responses[status];
        const name = answer?.$ref?.replace('#/components/responses/', '');
        const { content = {} } = (name === undefined ? answer : document.components.responses[name]) ?? {};
        // A file has no schema that could be checked.
        if (content['*/*'] ?? content['application/x-tar'] ?? content['application/pdf']) continue;
        const inDocument = JSON.stringify(content[json]?.schema ?? false).replaceAll('"#/', '"document#/');
        const validate = compiled.get(inDocument) ?? validator.compile(JSON.parse(inDocument) as object);
        compiled.set(inDocument, validate);
        if (!validate(body)) unknown.push(`${call.name}: ${status} ${validator.errorsText(validate.errors)}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  test('[API-13] has 206 for exactly the files of which a range gets a part', async () => {
    const program = await programOf(fixture.app, fixture.tenant);
    await seedIntegration(program);
    await program.call(putOfficeDocumentFile, { params: { reference: 'D-1' } });
    const found: string[] = [];
    for (const { call } of fixture.app.app.routesOfIntegration.filter((route) => isFile(route.call.answer))) {
      const example = inputOf(integrationExamples[call.name]?.() ?? {});
      const { status } = await program.call(call, example, { range: 'bytes=0-3' });
      const { responses } = document.paths[pathOf(call)]?.[call.method.toLowerCase()] ?? { responses: {} };
      found.push(`${call.name} ${status} ${Object.keys(responses).includes('206')}`);
    }
    expect(found.toSorted()).toEqual([
      // A paper that nobody has signed is made for each reader.
      'agreements.file 200 true',
      'documents.file 206 true',
      'export.get 200 false',
      'invoices.file 206 true',
      'officeDocuments.file 206 true',
      'payments.receipt 200 false',
    ]);
  });

  test('[API-7] breaks no program that was written for the published document, and is published as it is', async () => {
    const servers = [{ url: 'https://portal.saltmarsh.example/harbour/api', description: 'Saltmarsh Marina' }];
    const now = { ...document, servers };
    const before = JSON.parse(readFileSync(published, 'utf8')) as ComparableDocument;
    const breaking = breakingChanges(before, now as unknown as ComparableDocument);
    expect(breaking, 'a change that breaks callers needs a new version of the API beside this one').toEqual([]);
    const publish = 'publish the change: npx vitest run --project server integration-document -u';
    await expect(`${JSON.stringify(now, null, 2)}\n`, publish).toMatchFileSnapshot(published);
  });
});

test('[API-2] the guide says of each error what to do', () => {
  const { components } = JSON.parse(readFileSync(published, 'utf8')) as Document;
  const [, table = ''] = readFileSync(join(published, '../README.md'), 'utf8').split('\n## Errors\n');
  const codes = Object.keys(components.responses).flatMap((name) => name.split('.'));
  expect(codes).toContain('NOT_FOUND');
  // One line is about all uploads.
  const missing = codes.filter((code) => !code.startsWith('UPLOAD_') && !table.includes(`| \`${code}\` |`));
  expect(missing).toEqual([]);
});
