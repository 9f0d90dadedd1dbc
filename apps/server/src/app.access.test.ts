import type { Call } from '@quayside/contract/shared/call.ts';
import { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from './testing/audit.ts';
import { type Example, inputOf } from './testing/contract/contract-example.ts';
import { examples } from './testing/contract/contract-examples.ts';
import { contents, makeContractFixture, type ContractFixture } from './testing/contract/contract-fixture.ts';
import { sampleStaff } from './testing/factories/factories.ts';
import type { HttpClient } from './testing/http-client.ts';

let fixture: ContractFixture;
let calls: Call[];

beforeAll(async () => {
  fixture = await makeContractFixture();
  calls = fixture.app.app.routesOfContract.map((route) => route.call);
});
afterAll(() => fixture.close());

const exampleOf = (call: Call): Example => {
  const example = examples[call.name]?.(fixture);
  if (!example) throw new Error(`${call.name} has no example in testing/contract/contract-examples.ts`);
  return example;
};

const ask = (client: HttpClient, call: Call) => client.call(call, inputOf(exampleOf(call)));

/** Returns the same browser after somebody signed in there. */
function signedInAs(session: HttpClient, browser: HttpClient): HttpClient {
  const both = fixture.app.client('saltmarsh');
  for (const [name, value] of [...browser.cookies, ...session.cookies]) both.cookies.set(name, value);
  return both;
}

/**
 * Makes the call, and expects that it is refused in the one shape and changes nothing. Without an error code it
 * redirects the reader.
 */
async function expectRefusal(
  client: HttpClient,
  call: Call,
  status: number,
  errorCode: string | undefined,
  example: Example = exampleOf(call),
): Promise<void> {
  const before = await contents(fixture);
  const answer = await client.call(call, inputOf(example));
  expect({ call: call.name, status: answer.status, code: answer.body?.responseStatus?.errorCode }).toEqual({
    call: call.name,
    status,
    code: errorCode,
  });
  if (errorCode !== undefined)
    expect(ErrorAnswer.safeParse(answer.body).success, `${call.name} answers the one shape`).toBe(true);
  expect(await contents(fixture), `${call.name} changed nothing`).toBe(before);
}

const ofKeys = () => calls.filter((call) => call.access.startsWith('key:'));
const ofPayers = () => calls.filter((call) => call.access === 'payer');
/** Tells if a call needs a session of the account. Calls of a payer count too. */
const isAccounts = ({ access }: Call) => access === 'account' || access === 'payer';
const ofAccounts = () => calls.filter(isAccounts);

describe('every call of the contract', () => {
  test('[SAFE-1] has an example, so that none is forgotten below', () => {
    expect(calls.length).toBeGreaterThan(20);
    for (const call of calls) exampleOf(call);
  });

  test('[SAFE-1] an anonymous visitor gets no call of an account', async () => {
    for (const call of ofAccounts()) await expectRefusal(fixture.app.client('saltmarsh'), call, 401, 'NOT_SIGNED_IN');
  });

  test('[SAFE-1] another account of the marina finds none of the owner’s objects', async () => {
    for (const call of ofAccounts().filter((candidate) => !exampleOf(candidate).isEverybodys)) {
      await expectRefusal(fixture.neighbour.client, call, 404, 'NOT_FOUND');
    }
  });

  test('[SAFE-1] a customer of another marina finds nothing there, and is a visitor here', async () => {
    const strayed = fixture.app.client('saltmarsh');
    for (const [name, value] of fixture.foreigner.client.cookies) strayed.cookies.set(name, value);
    for (const call of ofAccounts()) {
      await expectRefusal(strayed, call, 401, 'NOT_SIGNED_IN');
      if (!exampleOf(call).isEverybodys) await expectRefusal(fixture.foreigner.client, call, 404, 'NOT_FOUND');
    }
  });

  test('[SAFE-1] [LOGIN-12] staff who view a portal read what its owner reads, and can change nothing', async () => {
    expect(ofAccounts().filter(({ staff }) => staff === '-')).toEqual([]);
    for (const call of calls.filter((each) => isAccounts(each) || each.staff === 'no')) {
      if (call.staff === 'no') {
        const recorded = (await auditOf(fixture.tenant)).length;
        await expectRefusal(fixture.staff.client, call, 409, 'STAFF_READ_ONLY');
        const entries = (await auditOf(fixture.tenant)).slice(recorded);
        expect(entries, `${call.name} is recorded`).toMatchObject([
          {
            event: 'staff-view.refused',
            actor: { kind: 'staff', name: sampleStaff },
            accountId: fixture.owner.account.id,
            details: { call: call.name },
          },
        ]);
      } else if (call.name !== 'getRenewalTokenByUserId') {
        expect({ call: call.name, status: (await ask(fixture.staff.client, call)).status }).toEqual({
          call: call.name,
          status: 200,
        });
      }
    }
  });

  test('[SAFE-1] a key opens nothing at another marina, and a wrong key opens nothing', async () => {
    for (const call of ofKeys()) {
      const { wrongKey } = exampleOf(call);
      if (!wrongKey) throw new Error(`${call.name} has no wrong key in testing/contract/contract-examples.ts`);
      const { status, errorCode, example } = wrongKey;
      await expectRefusal(fixture.foreigner.client, call, status, errorCode);
      for (const client of [fixture.app.client('saltmarsh'), fixture.owner.client])
        await expectRefusal(client, call, status, errorCode, example);
    }
  });

  test('[SAFE-1] owners get their own data, a key gets what it opens, and anybody gets public data', async () => {
    const ending = new Set(['signOut', 'signOutByPost']);
    for (const call of [...calls.filter((c) => !ending.has(c.name)), ...calls.filter((c) => ending.has(c.name))]) {
      const expected = exampleOf(call).status ?? 200;
      if (!isAccounts(call)) {
        expect({ call: call.name, status: (await ask(fixture.app.client('saltmarsh'), call)).status }).toEqual({
          call: call.name,
          status: expected,
        });
      } else if (!ending.has(call.name)) {
        expect({ call: call.name, status: (await ask(fixture.owner.client, call)).status }).toEqual({
          call: call.name,
          status: expected,
        });
      }
    }
  });

  test('[SAFE-1] a pay link opens its order and its payments, and nothing else of the account', async () => {
    const { payer, otherPayer } = fixture;
    const ofLink = (call: Call) => examples[call.name]?.({ ...fixture, ...payer }) ?? {};
    for (const call of ofPayers()) {
      await expectRefusal(otherPayer, call, 404, 'NOT_FOUND');
      await expectRefusal(otherPayer, call, 404, 'NOT_FOUND', ofLink(call));
      if (call.paymentIn) await expectRefusal(payer.client, call, 404, 'NOT_FOUND');
    }
    for (const call of calls.filter(({ access }) => access === 'account'))
      await expectRefusal(payer.client, call, 401, 'NOT_SIGNED_IN');
    for (const call of ofPayers()) {
      const { status = 200 } = exampleOf(call);
      for (const client of [payer.client, signedInAs(fixture.neighbour.client, payer.client)])
        expect({ call: call.name, status: (await client.call(call, inputOf(ofLink(call)))).status }).toEqual({
          call: call.name,
          status,
        });
    }
  });

  test('[SAFE-4] a foreign Origin changes nothing', async () => {
    const forOthers = calls.filter(({ fromAnySite }) => fromAnySite).map(({ name }) => name);
    // The bank's page, providers' events, and the form of a provider of single sign-on. None of them reads the
    // session.
    expect(forOthers.toSorted()).toEqual(['receiveProviderEvent', 'receiveSignOn', 'takeBankAnswer']);
    for (const call of calls.filter(({ method, fromAnySite }) => method !== 'GET' && !fromAnySite)) {
      for (const origin of ['https://evil.example.com', 'null']) {
        const answer = await fixture.owner.client.call(call, inputOf(exampleOf(call)), { origin });
        expect({ call: call.name, origin, code: answer.body.responseStatus?.errorCode }).toEqual({
          call: call.name,
          origin,
          code: 'FOREIGN_ORIGIN',
        });
      }
    }
  });
});
