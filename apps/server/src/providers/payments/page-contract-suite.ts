import { describe, expect, test } from 'vitest';
import {
  foreignAddresses,
  foundAfter,
  longNames,
  type InjectedFault,
  newAttempt,
  type TestSystem,
} from './contract-suite-parts.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PageInput, PageStep } from './provider-pages.ts';
import type { ProviderStatus } from './provider-status.ts';

export interface PageHost extends TestSystem<PaymentProvider> {
  /** Sets a fault of the next request for a page, or of the next capture. */
  injectFault(operation: 'begin' | 'capture', fault: InjectedFault): Promise<void>;
  /** Agrees on the page as a customer does: pays there, or lets us take the money. */
  agree(step: Extract<PageStep, { kind: 'page' }>): Promise<unknown>;
}

const input: PageInput = {
  description: 'Saltmarsh Marina, order 7',
  merchantName: 'Saltmarsh Marina',
  language: 'en-GB',
  expiresAt: new Date(Date.now() + 15 * 60_000),
  returnUrl: 'http://saltmarsh.localhost:3000/payment-processed/x',
  cancelUrl: 'http://saltmarsh.localhost:3000/payment-processed/x?cancelled=true',
  customer: { firstname: 'Robin', lastname: 'Test', email: 'robin.test@example.com', countryCode: 'GB' },
};

/** Requests the page of an attempt, from either kind of provider. */
function askForPage(
  provider: PaymentProvider,
  attempt: PaymentAttempt,
  changes: Partial<PageInput> = {},
): Promise<PageStep> {
  const { begin } = provider.redirect ?? provider.express ?? {};
  if (!begin) throw new Error(`${provider.key} has no page`);
  return begin(attempt, { ...input, ...changes });
}

/** Makes an attempt with its page. */
export async function onPage(provider: PaymentProvider, attempt = newAttempt(provider)) {
  const step = await askForPage(provider, attempt);
  if (step.kind !== 'page') throw new Error(`no page: ${JSON.stringify(step)}`);
  return { step, attempt: { ...attempt, providerReference: step.providerReference } };
}

/** The tests of every provider with a page of its own. @param host returns the test system when it runs */
export function pageContract(name: string, host: () => PageHost): void {
  describe(`the contract of pages: ${name}`, () => {
    test('a payment that was never started is absent, and one that nobody has paid yet is open', async () => {
      const provider = host().open();
      expect(await provider.fetchStatus(newAttempt(provider))).toEqual({ kind: 'absent' });
      const { attempt } = await onPage(provider);
      expect(await provider.fetchStatus(attempt)).toEqual({ kind: 'open' });
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });

    test('[MONEY-1] asked again under the same reference, it answers the same page', async () => {
      const provider = host().open();
      const { step, attempt } = await onPage(provider);
      expect(await askForPage(provider, attempt)).toEqual(step);
    });

    test.each(foundAfter('absent').map(([fault]) => fault))(
      '[MONEY-1] %s: there is no page now, and asked again there is',
      async (fault) => {
        const provider = host().open({ deadlineMs: 1_000 });
        const attempt = newAttempt(provider);
        await host().injectFault('begin', fault);
        expect((await askForPage(provider, attempt)).kind).toBe('unavailable');
        expect((await askForPage(provider, attempt)).kind).toBe('page');
        expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
      },
    );

    test.each(foreignAddresses)('[RUN-161] a customer with the address %s has a page', async (email) => {
      const provider = host().open();
      const customer = { ...input.customer, email };
      expect((await askForPage(provider, newAttempt(provider), { customer })).kind).toBe('page');
    });

    test.each(longNames)(
      '[PROV-132] a marina and a customer with a name of 150 and more %s have a page',
      async (_letters, name) => {
        const provider = host().open();
        const customer = { firstname: name, lastname: name, mobile: name, address1: name, town: name, postcode: name };
        const changes = { merchantName: name, description: `${name}, order 7`, customer };
        expect((await askForPage(provider, newAttempt(provider), changes)).kind).toBe('page');
      },
    );

    test('no page and no knowledge if nobody answers; wrong keys are an error of our settings', async () => {
      const attempt = newAttempt(host().open());
      const nobody = host().open(host().unreachable);
      expect(await askForPage(nobody, attempt)).toMatchObject({ kind: 'unavailable', mayExist: false });
      const begun = (await onPage(host().open())).attempt;
      expect((await nobody.fetchStatus(begun)).kind).toBe('unknown');
      const stranger = host().open(host().wrongKeys);
      expect(await askForPage(stranger, attempt)).toMatchObject({
        kind: 'declined',
        refusal: { code: 'PROVIDER_CONFIGURATION', message: null },
      });
      expect((await stranger.fetchStatus(begun)).kind).toBe('unknown');
    });

    test('[SAFE-5] no secret comes back in any answer', async () => {
      const provider = host().open();
      const { step, attempt } = await onPage(provider);
      await host().agree(step);
      const answers: (PageStep | ProviderStatus | PaymentProvider['publicConfig'])[] = [provider.publicConfig, step];
      answers.push(await provider.fetchStatus(attempt));
      answers.push(await askForPage(host().open(host().wrongKeys), newAttempt(provider)));
      answers.push(await askForPage(host().open(host().unreachable), newAttempt(provider)));
      const output = JSON.stringify(answers);
      expect(host().secrets.filter((secret) => output.includes(secret))).toEqual([]);
    });
  });
}

/** The tests of every provider on whose page customers pay. */
export function redirectContract(name: string, host: () => PageHost): void {
  describe(`the contract of pages that take money: ${name}`, () => {
    test.each([1_250, 10_139])('[MONEY-5] %i minor units that were paid there are found exactly', async (minor) => {
      const provider = host().open();
      const { step, attempt } = await onPage(provider, newAttempt(provider, minor));
      await host().agree(step);
      expect(await provider.fetchStatus(attempt)).toMatchObject({ kind: 'approved', surplusIds: [] });
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([minor]);
    });

    test('[MONEY-1] found by our reference alone, where the answer with the provider’s own was lost', async () => {
      const provider = host().open();
      const { step, attempt } = await onPage(provider);
      await host().agree(step);
      expect((await provider.fetchStatus({ ...attempt, providerReference: null })).kind).toBe('approved');
    });

    test('another amount or currency than asked for is neither paid nor declined', async () => {
      const provider = host().open();
      const { step, attempt } = await onPage(provider);
      await host().agree(step);
      for (const other of [{ amountMinor: 10_001 }, { currency: 'EUR' }])
        expect((await provider.fetchStatus({ ...attempt, ...other })).kind).toBe('held');
    });
  });
}

/** The tests of every provider that can close its page. */
export function closingContract(name: string, host: () => PageHost): void {
  test(`[PROV-3] a page that is closed takes nothing any more, and what was paid stays paid: ${name}`, async () => {
    const provider = host().open();
    const { attempt } = await onPage(provider);
    await provider.redirect?.close?.(attempt);
    expect((await provider.fetchStatus(attempt)).kind).toBe('closed');
    const paid = await onPage(provider);
    await host().agree(paid.step);
    await provider.redirect?.close?.(paid.attempt);
    expect((await provider.fetchStatus(paid.attempt)).kind).toBe('approved');
  });
}

/** The tests of every provider on whose page customers agree, and whose money we take afterwards. */
export function expressContract(name: string, host: () => PageHost): void {
  async function agreed(provider: PaymentProvider, minor = 10_000) {
    const { step, attempt } = await onPage(provider, newAttempt(provider, minor));
    await host().agree(step);
    return attempt;
  }
  const capture = (provider: PaymentProvider, attempt: PaymentAttempt) => {
    if (!provider.express) throw new Error(`${provider.key} captures nothing`);
    return provider.express.capture(attempt);
  };

  describe(`the contract of captures: ${name}`, () => {
    test('[MONEY-5] takes exactly what was agreed to, once, however often it is asked', async () => {
      const provider = host().open();
      const attempt = await agreed(provider, 10_139);
      expect(await provider.fetchStatus(attempt)).toEqual({ kind: 'agreed' });
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
      const status = await capture(provider, attempt);
      expect(status).toMatchObject({ kind: 'approved', surplusIds: [] });
      expect(await capture(provider, attempt)).toEqual(status);
      expect(await provider.fetchStatus(attempt)).toEqual(status);
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([10_139]);
    });

    test('nobody is charged who has not agreed', async () => {
      const provider = host().open();
      const { attempt } = await onPage(provider);
      expect((await capture(provider, attempt)).kind).toBe('declined');
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });

    test.each(foundAfter('agreed'))(
      '[MONEY-1] %s: the outcome is unknown until it is asked for, then %s',
      async (fault, found, charges) => {
        const provider = host().open({ deadlineMs: 1_000 });
        const attempt = await agreed(provider);
        await host().injectFault('capture', fault);
        expect((await capture(provider, attempt)).kind).toBe('unknown');
        expect((await provider.fetchStatus(attempt)).kind).toBe(found);
        expect(await host().charges(attempt.merchantRefNumber)).toHaveLength(charges);
      },
    );

    test('nothing was charged if nobody takes the request', async () => {
      const attempt = await agreed(host().open());
      const status = await capture(host().open(host().unreachable), attempt);
      expect(status).toMatchObject({ kind: 'declined', refusal: { code: 'PROVIDER_UNAVAILABLE' } });
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });
  });
}
