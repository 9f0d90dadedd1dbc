import { describe, expect, test } from 'vitest';
import {
  billing,
  foundAfter,
  type InjectedFault,
  longNames,
  newAttempt,
  type TestSystem,
} from './contract-suite-parts.ts';
import type { ChargeInput, StartInput } from './card-payments.ts';
import type { PaymentAttempt, RefusalReason } from './payment-attempt.ts';
import type { CardProvider } from './payment-provider.ts';
import type { ProviderStatus } from './provider-status.ts';
import { refusalReason } from './registry.ts';

export interface ProviderHost extends TestSystem<CardProvider> {
  /** Minor units that make the provider decline or hold. */
  amounts: { declined: number; held: number };
  /** The meaning of `amounts.declined` for a customer; null: no more than that it was declined. */
  declinedMeans: RefusalReason | null;
  /** Presents a card, chosen by its bank's answer. */
  presentCard(bank: 'knows' | 'refuses' | 'asks'): Promise<Pick<StartInput, 'paymentToken' | 'deviceFingerprintingId'>>;
  /** Sets a fault of the next charge. */
  injectFault(fault: InjectedFault): Promise<void>;
}

const browser: StartInput['browser'] = {
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepthBits: '24',
  screenHeight: 800,
  screenWidth: 360,
  timezoneOffset: 0,
  userAgent: 'Mozilla/5.0',
  accept: '*/*',
  ip: '127.0.0.1',
};

const payer = { firstName: 'Robin', lastName: 'Test', email: 'robin.test@example.com' };

/**
 * The tests of every card provider. They run against its real wire.
 * @param host returns the test system when it runs
 */
export function providerContract(name: string, host: () => ProviderHost): void {
  async function begin(provider: CardProvider, attempt: PaymentAttempt, bank: 'knows' | 'refuses' | 'asks') {
    const card = await host().presentCard(bank);
    const reference = `${attempt.merchantRefNumber}-3ds-1`;
    const merchant = { name: 'Saltmarsh Marina', url: 'http://127.0.0.1:3000' };
    const step = await provider.start(attempt, { ...card, reference, merchant, profile: {}, browser });
    return { step, card, reference };
  }

  async function ready(provider: CardProvider, attempt: PaymentAttempt): Promise<ChargeInput> {
    const { step, card } = await begin(provider, attempt, 'knows');
    if (step.kind !== 'ready') throw new Error(`the bank did not know its customer: ${step.kind}`);
    return {
      paymentToken: card.paymentToken,
      proof: step.authentication.proof,
      payer,
      billing,
      ip: '127.0.0.1',
      credential: null,
    };
  }

  describe(`the provider contract: ${name}`, () => {
    test('a payment that was never charged is absent', async () => {
      const provider = host().open();
      expect(await provider.fetchStatus(newAttempt(provider))).toEqual({ kind: 'absent' });
    });

    test('[PROV-136] a company without a first name can pay', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider);
      const charge = await ready(provider, attempt);
      const company = { firstName: '', lastName: 'Harbour Supplies Ltd', email: '' };
      expect((await provider.charge(attempt, { ...charge, payer: company })).kind).toBe('approved');
    });

    test.each(longNames)(
      '[PROV-132] a customer of a marina, with names of 150 and more %s, can pay',
      async (_letters, name) => {
        const provider = host().open();
        const attempt = newAttempt(provider);
        const charge = await ready(provider, attempt);
        const payer = { firstName: name, lastName: name, email: '' };
        expect((await provider.charge(attempt, { ...charge, payer })).kind).toBe('approved');
        const card = await host().presentCard('knows');
        const reference = `${attempt.merchantRefNumber}-3ds-2`;
        const merchant = { name, url: 'http://127.0.0.1:3000' };
        const step = await provider.start(attempt, { ...card, reference, merchant, profile: { phone: name }, browser });
        expect(step.kind).toBe('ready');
      },
    );

    test.each([1_000, 1_250, 10_139])('[MONEY-5] takes %i minor units exactly, and finds them again', async (minor) => {
      const provider = host().open();
      const attempt = newAttempt(provider, minor);
      const status = await provider.charge(attempt, await ready(provider, attempt));
      expect(status).toMatchObject({ kind: 'approved', surplusIds: [] });
      expect(await provider.fetchStatus(attempt)).toEqual(status);
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([minor]);
    });

    test('[MONEY-1] a charge that is repeated under its reference is the same charge', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider);
      const input = await ready(provider, attempt);
      const first = await provider.charge(attempt, input);
      expect(await provider.charge(attempt, input)).toEqual(first);
      expect(await host().charges(attempt.merchantRefNumber)).toHaveLength(1);
    });

    test('[MONEY-1] a request that the network doubles is one charge, and known as such', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider);
      const input = await ready(provider, attempt);
      await host().injectFault('doubled');
      expect((await provider.charge(attempt, input)).kind).toBe('approved');
      expect(await host().charges(attempt.merchantRefNumber)).toHaveLength(1);
    });

    test('a declined charge takes nothing, says why, and stays declined', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider, host().amounts.declined);
      const status = await provider.charge(attempt, await ready(provider, attempt));
      expect(status).toMatchObject({ kind: 'declined', refusal: { code: expect.any(String) } });
      expect(await provider.fetchStatus(attempt)).toEqual(status);
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });

    test('[PROV-8] a refusal is told by a code that has a text of ours, and never by a field of the wire', async () => {
      const provider = host().open();
      const meant = async (amountMinor: number, postcode = billing.postcode) => {
        const attempt = newAttempt(provider, amountMinor);
        const input = await ready(provider, attempt);
        const status = await provider.charge(attempt, { ...input, billing: { ...billing, postcode } });
        if (status.kind !== 'declined') throw new Error(status.kind);
        expect(status.refusal.code).toMatch(/^\w+$/);
        return refusalReason({ key: provider.key, settings: {} }, status.refusal.code);
      };
      expect(await meant(host().amounts.declined)).toBe(host().declinedMeans);
      expect(await meant(10_000, 'x'.repeat(60))).toBe('CARD_DETAILS');
    });

    test('a charge that is held back is neither paid nor declined', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider, host().amounts.held);
      expect((await provider.charge(attempt, await ready(provider, attempt))).kind).toBe('held');
      expect((await provider.fetchStatus(attempt)).kind).toBe('held');
    });

    test('a customer whom the bank refuses is declined', async () => {
      const provider = host().open();
      expect((await begin(provider, newAttempt(provider), 'refuses')).step).toMatchObject({
        kind: 'declined',
        refusal: { code: 'AUTHENTICATION_FAILED' },
      });
    });

    test('a customer whom the bank asks gets a challenge, and it stays one until it is answered', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider);
      const { step, reference } = await begin(provider, attempt, 'asks');
      if (step.kind !== 'challenge') throw new Error(step.kind);
      expect(step.payload.length).toBeGreaterThan(0);
      const resumed = await provider.resume(attempt, { authenticationId: step.authentication.id, reference });
      expect(resumed.kind).toBe('challenge');
    });

    test('[MONEY-1] an authentication of another attempt, amount or currency counts for nothing', async () => {
      const provider = host().open();
      const attempt = newAttempt(provider);
      const { step, reference } = await begin(provider, attempt, 'knows');
      if (step.kind !== 'ready') throw new Error(step.kind);
      const input = { authenticationId: step.authentication.id, reference };
      const mismatch = { kind: 'declined', refusal: { code: 'AUTHENTICATION_MISMATCH' } };
      const others = [{ amountMinor: attempt.amountMinor + 1 }, { currency: 'XTS' }];
      for (const other of others)
        expect(await provider.resume({ ...attempt, ...other }, input)).toMatchObject(mismatch);
      expect(await provider.resume(attempt, { ...input, reference: 'QS-other-3ds-1' })).toMatchObject(mismatch);
      expect((await provider.resume(attempt, input)).kind).toBe('ready');
    });

    test.each(foundAfter('absent'))(
      '[MONEY-1] %s: the outcome is unknown until it is asked for, then %s',
      async (fault, found, charges) => {
        const provider = host().open({ deadlineMs: 1_000 });
        const attempt = newAttempt(provider);
        const input = await ready(provider, attempt);
        await host().injectFault(fault);
        expect((await provider.charge(attempt, input)).kind).toBe('unknown');
        expect((await provider.fetchStatus(attempt)).kind).toBe(found);
        expect(await host().charges(attempt.merchantRefNumber)).toHaveLength(charges);
      },
    );

    test('nothing was charged, and nothing is known, if nobody takes the request', async () => {
      const attempt = newAttempt(host().open());
      const input = await ready(host().open(), attempt);
      const nobody = host().open(host().unreachable);
      expect(await nobody.charge(attempt, input)).toMatchObject({ refusal: { code: 'PROVIDER_UNAVAILABLE' } });
      expect((await nobody.fetchStatus(attempt)).kind).toBe('unknown');
      const step = await begin(nobody, attempt, 'knows');
      expect(step.step.kind).toBe('unavailable');
    });

    test('wrong keys charge nothing, and a look-up with them knows nothing', async () => {
      const attempt = newAttempt(host().open());
      const input = await ready(host().open(), attempt);
      const stranger = host().open(host().wrongKeys);
      expect(await stranger.charge(attempt, input)).toMatchObject({
        kind: 'declined',
        refusal: { code: 'PROVIDER_CONFIGURATION', message: null },
      });
      expect((await stranger.fetchStatus(attempt)).kind).toBe('unknown');
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });

    test('[SAFE-5] no secret, token or key comes back in any answer', async () => {
      const provider = host().open({ deadlineMs: 1_000 });
      const answers: (ProviderStatus | CardProvider['publicConfig'])[] = [provider.publicConfig];
      const tokens: string[] = [];
      for (const amount of [10_000, host().amounts.declined, host().amounts.held]) {
        const attempt = newAttempt(provider, amount);
        const input = await ready(provider, attempt);
        tokens.push(input.paymentToken);
        answers.push(await provider.charge(attempt, input), await provider.charge(attempt, input));
        answers.push(await provider.fetchStatus(attempt));
        answers.push(await host().open(host().wrongKeys).charge(attempt, input));
        answers.push(await host().open(host().unreachable).charge(attempt, input));
      }
      const output = JSON.stringify(answers);
      expect([...tokens, ...host().secrets].filter((secret) => output.includes(secret))).toEqual([]);
    });
  });
}
