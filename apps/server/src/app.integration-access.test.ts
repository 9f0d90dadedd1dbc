import type { Call } from '@quayside/contract/shared/call.ts';
import { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import { Scope } from '@quayside/contract/integration/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputOf } from './testing/contract/contract-example.ts';
import { examples } from './testing/contract/contract-examples.ts';
import { contents, type ContractFixture, makeContractFixture } from './testing/contract/contract-fixture.ts';
import { integrationExamples, seedIntegration } from './testing/contract/integration-examples.ts';
import { makeTenant, sampleSite } from './testing/factories/factories.ts';
import { programOf } from './testing/factories/integration.ts';
import { codeOf, type HttpClient } from './testing/http-client.ts';

/** Walks all calls of both sides with keys of each scope, with sessions, and without either. */

let fixture: ContractFixture;
let calls: Call[];
let portalCalls: Call[];
let everything: HttpClient;
const byScope = new Map<string, HttpClient>();

beforeAll(async () => {
  fixture = await makeContractFixture();
  calls = fixture.app.app.routesOfIntegration.map(({ call }) => call);
  portalCalls = fixture.app.app.routesOfContract.map(({ call }) => call);
  everything = await programOf(fixture.app, fixture.tenant);
  await seedIntegration(everything);
  for (const scope of Scope.options)
    byScope.set(scope, await programOf(fixture.app, fixture.tenant, { scopes: [scope] }));
  // Uses each key once, because the first use is noted.
  for (const client of [everything, ...byScope.values()]) await client.get('/harbour/api/integration/v1/key');
});
afterAll(() => fixture.close());

const exampleOf = (call: Call) => {
  const example = integrationExamples[call.name]?.();
  if (!example) throw new Error(`${call.name} has no example in testing/contract/integration-examples.ts`);
  return example;
};

const ask = (client: HttpClient, call: Call) => client.call(call, inputOf(exampleOf(call)));

async function expectRefusal(client: HttpClient, call: Call, status: number, errorCode: string) {
  const before = await contents(fixture);
  const answer = await ask(client, call);
  const seen = { call: call.name, status: answer.status, code: answer.body?.responseStatus?.errorCode };
  expect(seen).toEqual({ call: call.name, status, code: errorCode });
  expect(ErrorAnswer.safeParse(answer.body).success, `${call.name} answers the one shape`).toBe(true);
  expect(await contents(fixture), `${call.name} changed nothing`).toBe(before);
  return answer;
}

describe('every call of both sides', () => {
  test('[KEY-2] of the integration API has an example and its scopes, so that none is forgotten below', () => {
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls) {
      exampleOf(call);
      expect(call.access, call.name).toBe('integration');
      expect(call.path, call.name).toMatch(/^integration\/v1\//);
    }
    expect(calls.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name)).toEqual(['key.get']);
    expect(portalCalls.filter(({ access }) => access === 'integration')).toEqual([]);
  });

  // The path and the method say by themselves what a call may need, so a call with a wrong scope is found.
  test('[KEY-2] of the integration API needs the scope of its own resource: one to read, or one to write', () => {
    const partOf: Record<string, string> = {
      'agreement-types': 'agreements',
      allocations: 'payments',
      'consent-groups': 'consents',
      'document-types': 'documents',
      'office-documents': 'documents',
      'pay-link': 'pay-links',
      refunds: 'refunds',
      // They are a part of the payment.
      'GET refunds': 'payments',
      'registration-code': 'registration-codes',
      // There is no scope to read them alone.
      'webhook-endpoints': 'webhooks:write',
    };
    for (const { name, method, path, scopes } of calls.filter((call) => call.name !== 'key.get')) {
      const [, , resource = '', , part = ''] = path.split('/');
      const own = partOf[`${method} ${part}`] ?? partOf[part] ?? partOf[resource] ?? resource;
      const needed = own.includes(':') ? own : `${own}:${method === 'GET' ? 'read' : 'write'}`;
      // These two decide which events leave, and where to.
      const sends = ['webhookEndpoints.put', 'webhookDeliveries.replay'].includes(name);
      expect([name, ...scopes]).toEqual([name, needed, ...(sends ? ['events:read'] : [])]);
    }
  });

  test('[KEY-2] no call of the integration API without a key: no visitor, customer, staff or payer', async () => {
    for (const call of calls)
      for (const client of [
        fixture.app.client('saltmarsh'),
        fixture.owner.client,
        fixture.staff.client,
        fixture.payer.client,
      ]) {
        const answer = await expectRefusal(client, call, 401, 'API_KEY_INVALID');
        expect(answer.headers.get('www-authenticate')).toContain('Bearer');
      }
  });

  test('[KEY-2] a key without the scope of a call is refused, and the refusal names the scope', async () => {
    for (const call of calls) {
      const before = await contents(fixture);
      for (const [scope, client] of byScope) {
        const missing = call.scopes.find((needed) => needed !== scope);
        if (missing === undefined) continue;
        const answer = await ask(client, call);
        expect([call.name, scope, codeOf(answer)]).toEqual([call.name, scope, '403 SCOPE_MISSING']);
        expect(answer.body.responseStatus?.meta).toEqual({ scope: missing });
        expect(answer.body.responseStatus?.message).toContain(missing);
      }
      expect(await contents(fixture), `${call.name} changed nothing`).toBe(before);
    }
  });

  test('[KEY-2] another marina’s key finds nothing of this one', async () => {
    const settings = { key: 'strand', sites: [sampleSite({ id: 7 })] };
    const elsewhere = await programOf(fixture.app, await makeTenant(fixture.app, settings));
    const named = calls.filter((each) => !exampleOf(each).isEverybodys);
    for (const call of named.filter(({ creates }) => !creates)) await expectRefusal(elsewhere, call, 404, 'NOT_FOUND');
    const before = await contents(fixture);
    for (const call of calls.filter((each) => each.creates || exampleOf(each).isEverybodys)) {
      const { status, text } = await ask(elsewhere, call);
      expect(status, call.name).toBeLessThan(500);
      if (call.method === 'GET') expect(text, call.name).not.toMatch(/"(C|B|O)-1"/);
    }
    expect(await contents(fixture)).toBe(before);
  });

  test('[KEY-2] a key opens no call of the portal, whatever its scope', async () => {
    for (const call of portalCalls.filter(({ access }) => access === 'account' || access === 'payer')) {
      const before = await contents(fixture);
      const input = inputOf(examples[call.name]?.(fixture) ?? {});
      for (const [scope, program] of [['all', everything] as const, ...byScope]) {
        const answer = await program.call(call, input, { tenantkey: 'saltmarsh' });
        expect([call.name, scope, answer.status]).toEqual([call.name, scope, 401]);
      }
      expect(await contents(fixture), `${call.name} changed nothing`).toBe(before);
    }
  });

  test('[KEY-2] a key does not count as a key of a letter or a mail that opens a call of the portal', async () => {
    const opened = portalCalls.filter(({ access }) => access.startsWith('key:'));
    expect(opened.length).toBeGreaterThan(5);
    for (const call of opened) {
      const before = await contents(fixture);
      const { wrongKey } = examples[call.name]?.(fixture) ?? {};
      const answer = await everything.call(call, inputOf(wrongKey?.example), { tenantkey: 'saltmarsh' });
      const { status, errorCode } = wrongKey ?? {};
      expect([call.name, codeOf(answer)]).toEqual([call.name, `${status} ${errorCode}`]);
      expect(await contents(fixture), `${call.name} changed nothing`).toBe(before);
    }
  });

  test('[KEY-2] a key with the scopes of a call gets its answer', async () => {
    for (const call of calls) {
      const [scope] = call.scopes;
      const program = scope === undefined || call.scopes.length > 1 ? everything : byScope.get(scope);
      const answer = program && (await ask(program, call));
      const expected = exampleOf(call).status ?? 200;
      expect({ call: call.name, status: answer?.status }).toEqual({ call: call.name, status: expected });
    }
  });
});
