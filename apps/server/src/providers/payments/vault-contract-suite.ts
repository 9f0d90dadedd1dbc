import { randomUUID } from 'node:crypto';
import type { StoredCardTokens } from '@quayside/contract/cards/cards.ts';
import { describe, expect, test } from 'vitest';
import type { CardVault } from './card-vault.ts';
import { type InjectedFault, longNames, type TestSystem } from './contract-suite-parts.ts';
import { ProviderFault } from './payment-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface VaultHost extends Omit<TestSystem<PaymentProvider & { vault: CardVault }>, 'charges'> {
  /** Types a card into the provider's fields. Returns its single-use token. Each card has another number. */
  typeCard(): Promise<string>;
  /** Types the security code of a stored card. Returns a single-use token, or null if the tokens don't serve. */
  typeSecurityCode(tokens: StoredCardTokens): Promise<string | null>;
  /** Returns the provider's permanent tokens of a customer and of their cards. */
  permanentTokens(profileId: string): Promise<string[]>;
  /** Makes the next request for tokens of a stored card go wrong. */
  spoilMinting(fault: InjectedFault): Promise<void>;
  /** Tells if a fault of `spoilMinting` still waits for its request. */
  isMintingSpoilt(): Promise<boolean>;
}

let customers = 0;

/** Tests the rules for every vault of cards, against its real wire. @param host is called when the system is up */
export function vaultContract(name: string, host: () => VaultHost): void {
  async function customerWithCards(count = 1) {
    const { vault } = host().open();
    customers += 1;
    const profileId = await vault.ensureProfile({
      customerId: `vault-${customers}`,
      language: 'en-GB',
      firstName: 'Jo',
      lastName: 'Sailor',
      email: '',
      phone: '',
      cellPhone: '',
    });
    const cardIds: string[] = [];
    for (let i = 0; i < count; i += 1) cardIds.push((await vault.keepCard(profileId, await card())).cardId);
    return { vault, profileId, cardIds, cardId: cardIds[0] ?? '' };
  }

  const card = async (singleUseToken?: string) => ({
    singleUseToken: singleUseToken ?? (await host().typeCard()),
    holderName: 'Jo Sailor',
    nickName: '',
    billing: null,
    billingAddressId: null,
  });

  const faultOf = async (work: Promise<unknown>): Promise<ProviderFault> => {
    const thrown = await work.then(
      () => null,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(ProviderFault);
    return thrown as ProviderFault;
  };

  describe(`the contract of card vaults: ${name}`, () => {
    test.each(longNames)(
      '[PROV-132] a customer with a name of 150 and more %s has a profile',
      async (_letters, longName) => {
        const { vault } = host().open();
        const names = { firstName: longName, lastName: longName, phone: longName, cellPhone: longName };
        const customer = { customerId: randomUUID(), language: 'en-GB', email: '', ...names };
        expect(await vault.ensureProfile(customer)).not.toBe('');
      },
    );

    test('[SAFE-5] reading a profile mints nothing, and carries no permanent token', async () => {
      const { vault, profileId, cardIds } = await customerWithCards(2);
      await host().spoilMinting('server error');
      const profile = await vault.readProfile(profileId);
      expect(profile?.cards.map(({ id }) => id).toSorted()).toEqual(cardIds.toSorted());
      expect(await host().isMintingSpoilt()).toBe(true);
      await faultOf(vault.mintCardTokens(profileId, cardIds[0] ?? '', 'QS-1'));
      expect(await host().isMintingSpoilt()).toBe(false);

      const permanent = await host().permanentTokens(profileId);
      expect(permanent).toHaveLength(3);
      const minted = await vault.mintCardTokens(profileId, cardIds[0] ?? '', 'QS-1');
      const output = JSON.stringify([profile, minted]);
      expect(permanent.filter((token) => output.includes(token))).toEqual([]);
    });

    test('[CARD-10] the tokens of a stored card are its own, serve once, and are new each time', async () => {
      const { vault, profileId, cardIds } = await customerWithCards(2);
      const [first, second] = await Promise.all(cardIds.map((id) => vault.mintCardTokens(profileId, id, 'QS-1')));
      if (!first || !second) throw new Error('no tokens');
      expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(4);
      // One customer's tokens do not serve with those of another request.
      expect(await host().typeSecurityCode({ ...first, paymentToken: second.paymentToken })).toBeNull();
      expect(await host().typeSecurityCode(first)).toEqual(expect.stringMatching(/./));
      expect(await host().typeSecurityCode(first)).toBeNull();
    });

    test('a card of another customer, or of nobody, has no tokens', async () => {
      const { vault, profileId } = await customerWithCards();
      const { cardId } = await customerWithCards();
      expect(await vault.mintCardTokens(profileId, cardId, 'QS-1')).toBeNull();
      expect(await vault.mintCardTokens('unknown', cardId, 'QS-1')).toBeNull();
    });

    test.each(['request lost', 'answer lost', 'server error', 'answer unreadable'] as const)(
      '[MONEY-1] %s: there are no tokens, and asked again there are',
      async (fault) => {
        const { vault, profileId, cardId } = await customerWithCards();
        await host().spoilMinting(fault);
        expect((await faultOf(vault.mintCardTokens(profileId, cardId, 'QS-1'))).refusal).toBeNull();
        const tokens = await vault.mintCardTokens(profileId, cardId, 'QS-1');
        if (!tokens) throw new Error('no tokens');
        expect(await host().typeSecurityCode(tokens)).not.toBeNull();
      },
    );

    test('no answer, or wrong keys, is no refusal of the customer’s card', async () => {
      const { profileId, cardId } = await customerWithCards();
      for (const settings of [host().unreachable, host().wrongKeys]) {
        const { vault } = host().open(settings);
        const faults = [
          await faultOf(vault.mintCardTokens(profileId, cardId, 'QS-1')),
          await faultOf(vault.readAuthentication('SCunknown')),
        ];
        expect(faults.map(({ refusal }) => refusal)).toEqual([null, null]);
        const output = faults.map(String).join('\n');
        expect([...host().secrets, cardId].filter((secret) => output.includes(secret))).toEqual([]);
      }
    });

    test('[PROV-8] a card that it refuses has our reason, without the provider’s words and fields', async () => {
      const { vault, profileId } = await customerWithCards();
      const spent = await card();
      await vault.keepCard(profileId, spent);
      const { vault: others, profileId: other } = await customerWithCards();
      const { message, refusal } = await faultOf(others.keepCard(other, spent));
      expect(refusal).toMatchObject({
        code: expect.stringMatching(/^\w+$/),
        reason: expect.stringMatching(/^[A-Z_]+$/),
      });
      expect(message).not.toContain(refusal?.message ?? '?');
      expect(message).not.toMatch(/singleUseToken|paymentToken/);
    });
  });
}
