import { describe, expect, test } from 'vitest';
import {
  billing,
  foreignAddresses,
  longNames,
  foundAfter,
  type InjectedFault,
  newAttempt,
  type TestSystem,
} from './contract-suite-parts.ts';
import type { CardComponents, ComponentOrder, TypedCard } from './card-components.ts';
import { type PaymentAttempt, ProviderFault } from './payment-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { ProviderStatus } from './provider-status.ts';

type ComponentProvider = PaymentProvider & { components: CardComponents };

export interface ComponentHost extends TestSystem<ComponentProvider> {
  /** Minor units that make the provider decline or wait. */
  amounts: { declined: number; pending: number };
  /** Types a card, chosen by its bank's answer, into the fields that a token opens. @returns the browser's token */
  type(fieldToken: string, bank: 'knows' | 'refuses' | 'asks'): Promise<string>;
  typeSecurityCode(fieldToken: string): Promise<string>;
  /** Sets a fault of the next charge. */
  injectFault(fault: InjectedFault): Promise<void>;
}

const order: ComponentOrder = {
  customerReference: 'customer-1',
  payer: { firstName: 'Robin', lastName: 'Test', email: 'not an address', phone: '+44 1632 960000' },
  billing,
  permanentToken: null,
};

/** The tests of every provider with fields that handle card and bank. They run against its real wire. */
export function componentsContract(name: string, host: () => ComponentHost): void {
  async function opened(provider: ComponentProvider, amountMinor?: number, overrides: Partial<ComponentOrder> = {}) {
    const attempt = newAttempt(provider, amountMinor);
    const opening = await provider.components.openRequest(attempt, { ...order, ...overrides });
    if (opening.kind !== 'opened') throw new Error(`no request was opened: ${opening.kind}`);
    return { ...attempt, providerReference: opening.providerReference };
  }

  /** Makes an attempt whose card was typed and whose bank has accepted its customer. */
  async function ready(provider: ComponentProvider, amountMinor?: number) {
    const attempt = await opened(provider, amountMinor);
    const token = await host().type(await provider.components.openFields(attempt), 'knows');
    const found = await provider.components.check(attempt, { token, isKeptCard: false });
    if (found.kind !== 'ready') throw new Error(`the customer was not let through: ${found.kind}`);
    return { attempt, typed: found.typed };
  }

  const charge = (provider: ComponentProvider, attempt: PaymentAttempt, typed: TypedCard, keepCard = false) =>
    provider.components.charge(attempt, { ...typed, keepCard });

  describe(`the contract of card components: ${name}`, () => {
    test.each(foreignAddresses)('[RUN-161] a customer with the address %s can pay', async (email) => {
      const provider = host().open();
      const attempt = newAttempt(provider);
      const opening = await provider.components.openRequest(attempt, { ...order, payer: { ...order.payer, email } });
      expect(opening.kind).toBe('opened');
    });

    test.each(longNames)('[PROV-132] a customer with a name of 150 and more %s can pay', async (_letters, name) => {
      const payer = { ...order.payer, firstName: name, lastName: name, phone: name };
      expect((await opened(host().open(), 10_000, { payer })).providerReference).not.toBe('');
    });

    test('a payment that was never opened, or never confirmed, is absent', async () => {
      const provider = host().open();
      expect(await provider.fetchStatus(newAttempt(provider))).toEqual({ kind: 'absent' });
      expect(await provider.fetchStatus((await ready(provider)).attempt)).toEqual({ kind: 'absent' });
    });

    test.each([1_000, 1_250, 10_139])('[MONEY-5] takes %i minor units exactly, and finds them again', async (minor) => {
      const provider = host().open();
      const { attempt, typed } = await ready(provider, minor);
      const status = await charge(provider, attempt, typed);
      expect(status).toMatchObject({ kind: 'approved', surplusIds: [], charge: { maskedCardNumber: /^\*{4} \d{4}$/ } });
      expect(await provider.fetchStatus(attempt)).toEqual(status);
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([minor]);
    });

    test.each(['repeated', 'doubled by the network'])('[MONEY-1] a charge that is %s is one charge', async (how) => {
      const provider = host().open();
      const { attempt, typed } = await ready(provider);
      if (how !== 'repeated') await host().injectFault('doubled');
      const first = await charge(provider, attempt, typed);
      expect(first.kind).toBe('approved');
      expect(await charge(provider, attempt, typed)).toEqual(first);
      expect(await host().charges(attempt.merchantRefNumber)).toHaveLength(1);
    });

    test('a declined charge takes nothing, says why, and stays declined', async () => {
      const provider = host().open();
      const { attempt, typed } = await ready(provider, host().amounts.declined);
      const status = await charge(provider, attempt, typed);
      expect(status).toMatchObject({ kind: 'declined', refusal: { code: 'DECLINED', message: expect.any(String) } });
      expect(await provider.fetchStatus(attempt)).toEqual(status);
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });

    test('[PROV-8] a refusal is told by a code that has a text of ours, and never by a field of the wire', async () => {
      const provider = host().open();
      const { attempt, typed } = await ready(provider, host().amounts.declined);
      const charged = await charge(provider, attempt, typed);
      const wrong = { ...order, billing: { ...billing, country: 'not a country' } };
      const opening = await provider.components.openRequest(newAttempt(provider), wrong);
      for (const step of [charged, opening]) {
        if (step.kind !== 'declined') throw new Error(step.kind);
        expect(step.refusal.code).toMatch(/^[A-Z\d_]+$/);
      }
    });

    test('a charge that waits for the bank is neither paid nor declined', async () => {
      const provider = host().open();
      const { attempt, typed } = await ready(provider, host().amounts.pending);
      expect((await charge(provider, attempt, typed)).kind).toBe('pending');
      expect((await provider.fetchStatus(attempt)).kind).toBe('pending');
    });

    test('[MONEY-1] only fields typed into this request, for the bank’s customer and amount, are charged', async () => {
      const provider = host().open();
      const { components } = provider;
      const attempt = await opened(provider);
      const fields = await components.openFields(attempt);
      expect(await components.check(attempt, { token: 'none', isKeptCard: false })).toEqual({ kind: 'incomplete' });
      const refused = await host().type(fields, 'refuses');
      expect(await components.check(attempt, { token: refused, isKeptCard: false })).toMatchObject({
        kind: 'declined',
        refusal: { code: 'AUTHENTICATION_FAILED' },
      });
      const token = await host().type(fields, 'asks');
      expect(await components.check(attempt, { token: refused, isKeptCard: false })).toEqual({ kind: 'incomplete' });
      expect(await components.check(attempt, { token, isKeptCard: true })).toEqual({ kind: 'incomplete' });
      const others = [{ amountMinor: 10_001 }, { currency: 'XTS' }, { merchantRefNumber: 'QS-other' }];
      for (const other of others)
        expect(await components.check({ ...attempt, ...other }, { token, isKeptCard: false })).toMatchObject({
          refusal: { code: 'AUTHENTICATION_MISMATCH' },
        });
      expect((await components.check(attempt, { token, isKeptCard: false })).kind).toBe('ready');
    });

    test('a card that was kept pays again with its security code alone; one that was not is none', async () => {
      const provider = host().open();
      const first = await ready(provider);
      await charge(provider, first.attempt, first.typed, true);
      const keptCard = await provider.components.readKeptCard(first.attempt);
      expect(keptCard).toMatchObject({ lastDigits: expect.stringMatching(/^\d{4}$/), cardExpiry: { month: 12 } });

      const attempt = await opened(provider, 2_500, { permanentToken: keptCard?.permanentToken ?? '' });
      const token = await host().typeSecurityCode(await provider.components.openFields(attempt));
      const found = await provider.components.check(attempt, { token, isKeptCard: true });
      if (found.kind !== 'ready') throw new Error(found.kind);
      expect((await charge(provider, attempt, found.typed)).kind).toBe('approved');
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([2_500]);

      const other = await ready(provider);
      await charge(provider, other.attempt, other.typed);
      expect(await provider.components.readKeptCard(other.attempt)).toBeNull();
    });

    test.each(foundAfter('absent'))(
      '[MONEY-1] %s: the outcome is unknown until it is asked for, then %s',
      async (fault, found, charges) => {
        const provider = host().open({ deadlineMs: 1_000 });
        const { attempt, typed } = await ready(provider);
        await host().injectFault(fault);
        expect((await charge(provider, attempt, typed)).kind).toBe('unknown');
        expect((await provider.fetchStatus(attempt)).kind).toBe(found);
        expect(await host().charges(attempt.merchantRefNumber)).toHaveLength(charges);
      },
    );

    test('nothing was charged and nothing is known if nobody answers, or the keys are wrong', async () => {
      const { attempt, typed } = await ready(host().open());
      const nobody = host().open(host().unreachable);
      expect(await charge(nobody, attempt, typed)).toMatchObject({ refusal: { code: 'PROVIDER_UNAVAILABLE' } });
      const stranger = host().open(host().wrongKeys);
      const refusal = { code: 'PROVIDER_CONFIGURATION', message: null };
      expect(await charge(stranger, attempt, typed)).toMatchObject({ kind: 'declined', refusal });
      expect(await stranger.components.openRequest(attempt, order)).toEqual({ kind: 'declined', refusal });
      expect((await nobody.components.openRequest(attempt, order)).kind).toBe('unavailable');
      for (const provider of [nobody, stranger]) {
        expect((await provider.fetchStatus(attempt)).kind).toBe('unknown');
        expect((await provider.components.check(attempt, { token: 'x', isKeptCard: false })).kind).toBe('unavailable');
        await expect(provider.components.openFields(attempt)).rejects.toThrow(ProviderFault);
        await expect(provider.components.readKeptCard(attempt)).rejects.toThrow(ProviderFault);
      }
      expect(await host().charges(attempt.merchantRefNumber)).toEqual([]);
    });

    test('[SAFE-5] no secret, token or key comes back in any answer about a charge', async () => {
      const provider = host().open();
      const answers: (ProviderStatus | PaymentProvider['publicConfig'])[] = [provider.publicConfig];
      const tokens: string[] = [];
      for (const amount of [10_000, host().amounts.declined, host().amounts.pending]) {
        const { attempt, typed } = await ready(provider, amount);
        tokens.push(typed.cardToken);
        answers.push(await charge(host().open(host().wrongKeys), attempt, typed));
        answers.push(await charge(provider, attempt, typed), await provider.fetchStatus(attempt));
      }
      const output = JSON.stringify(answers);
      expect([...tokens, ...host().secrets].filter((secret) => output.includes(secret))).toEqual([]);
    });
  });
}
