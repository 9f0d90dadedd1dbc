import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  browserDetails,
  cards,
  control,
  makeFault,
  presentCard,
  presentStoredCard,
  readBooks,
  registerMerchant,
  type TestMerchant,
} from '../../../testing/payments/card-payments.ts';
import { billing, foreignAddresses, newAttempt, sandboxFaults } from '../contract-suite-parts.ts';
import { providerContract, type ProviderHost } from '../contract-suite.ts';
import type { CardProvider } from '../payment-provider.ts';
import { openProvider } from '../registry.ts';
import { vaultContract, type VaultHost } from '../vault-contract-suite.ts';
import { PaysafeSettings } from './settings.ts';

const sandbox = inject('sandbox');
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await registerMerchant(sandbox.url);
});

const bankOf = { knows: cards.frictionless, refuses: cards.refused, asks: cards.challenge };

providerContract(
  'paysafe',
  (): ProviderHost => ({
    open: (changes) => openProvider({ key: 'paysafe', settings: { ...merchant.settings, ...changes } }) as CardProvider,
    // Nobody listens there.
    unreachable: { apiBaseUrl: 'http://127.0.0.1:2' },
    wrongKeys: { serverSecret: 'not-the-secret' },
    amounts: { declined: 11, held: 98 },
    declinedMeans: 'INSUFFICIENT_FUNDS',
    presentCard: async (bank) => {
      const { token, deviceFingerprintingId } = await presentCard(sandbox.url, merchant, bankOf[bank]);
      return { paymentToken: token, deviceFingerprintingId };
    },
    injectFault: async (fault) => {
      await makeFault(sandbox.url, merchant, { operation: 'auths.create', ...sandboxFaults[fault] });
    },
    charges: async (reference) => {
      const { auths } = await readBooks(sandbox.url, merchant);
      return auths
        .filter(({ merchantRefNum, status }) => merchantRefNum === reference && status === 'COMPLETED')
        .map(({ amount }) => amount);
    },
    secrets: [String(merchant.settings.serverSecret), String(merchant.settings.serverKey)],
  }),
);

const mint = 'customertokens.create';
/** Calls the provider with the server's key, past our adapter. */
async function askProvider<Body>(path: string, body?: object): Promise<Body> {
  const { serverKey, serverSecret } = merchant.settings;
  const authorization = `Basic ${Buffer.from(`${String(serverKey)}:${String(serverSecret)}`).toString('base64')}`;
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization, 'content-type': 'application/json' };
  return (await (await fetch(`${sandbox.url}/customervault/v1/${path}`, { ...sent, headers })).json()) as Body;
}
interface WireProfile {
  paymentToken: string;
  cards: { paymentToken: string }[];
}
const numbers = [cards.frictionless, cards.challenge, cards.attempted, cards.unavailable];
let typed = 0;

vaultContract(
  'paysafe',
  (): VaultHost => ({
    open: (changes) =>
      openProvider({ key: 'paysafe', settings: { ...merchant.settings, ...changes } }) as ReturnType<VaultHost['open']>,
    unreachable: { apiBaseUrl: 'http://127.0.0.1:2' },
    wrongKeys: { serverSecret: 'not-the-secret' },
    typeCard: async () => (await presentCard(sandbox.url, merchant, numbers[typed++ % numbers.length])).token,
    typeSecurityCode: (tokens) =>
      presentStoredCard(sandbox.url, merchant, tokens).then(
        ({ token }) => token,
        () => null,
      ),
    permanentTokens: async (profileId) => {
      const path = `profiles/${profileId}?fields=cards`;
      const { paymentToken, cards: kept } = await askProvider<WireProfile>(path);
      return [paymentToken, ...kept.map((each) => each.paymentToken)];
    },
    spoilMinting: async (fault) => {
      await makeFault(sandbox.url, merchant, { operation: mint, ...sandboxFaults[fault] });
    },
    isMintingSpoilt: async () => {
      const { faults } = (await control(sandbox.url, 'GET', 'faults')) as { faults: { accountId: string }[] };
      return faults.some(({ accountId }) => accountId === merchant.accountId);
    },
    secrets: [String(merchant.settings.serverSecret), String(merchant.settings.serverKey)],
  }),
);

describe('the card vault', () => {
  const vault = () => {
    const found = openProvider({ key: 'paysafe', settings: merchant.settings }).vault;
    if (!found) throw new Error('no vault');
    return found;
  };
  const customer = {
    customerId: 'acc-1',
    language: 'fr-FR',
    firstName: 'Jo',
    lastName: 'Sailor',
    email: 'not an address',
    phone: '+44 1632 960000',
    cellPhone: '',
  };

  test('one customer has one profile, however often it is asked for', async () => {
    const id = await vault().ensureProfile(customer);
    expect(await vault().ensureProfile(customer)).toBe(id);
  });

  test('[CARD-10] a card is kept once, with its address once', async () => {
    const id = await vault().ensureProfile({ ...customer, customerId: 'acc-2' });
    const keep = async () => {
      const { token } = await presentCard(sandbox.url, merchant);
      const card = {
        singleUseToken: token,
        holderName: 'Jo Sailor',
        nickName: 'Blue',
        billing,
        billingAddressId: null,
      };
      await vault().keepCard(id, card);
    };
    await keep();
    await keep();
    expect(await vault().readProfile(id)).toMatchObject({
      cards: [{ lastDigits: '1000', holderName: 'Jo Sailor', nickName: 'Blue', defaultCardIndicator: true }],
      addresses: [{ address1: '1 Quay Road', postcode: 'SM1 1AA', country: 'GB' }],
    });
  });

  test('[CARD-10] a card’s token under another id is known by its digits and expiry, or not at all', async () => {
    const id = await vault().ensureProfile({ ...customer, customerId: 'acc-4' });
    const keep = async (cardNum: string) => {
      const { token: singleUseToken } = await presentCard(sandbox.url, merchant, cardNum);
      const names = { holderName: 'Jo Sailor', nickName: '' };
      return (await vault().keepCard(id, { singleUseToken, ...names, billing: null, billingAddressId: null })).cardId;
    };
    const cardIds = [await keep(cards.frictionless), await keep(cards.challenge)];
    for (const cardId of cardIds) {
      await makeFault(sandbox.url, merchant, { operation: mint, kind: 'other-ids' });
      const tokens = await vault().mintCardTokens(id, cardId, 'QS-1');
      if (!tokens) throw new Error('no tokens');
      const { token } = await presentStoredCard(sandbox.url, merchant, tokens);
      const found = await askProvider<object>('singleusetokens/search', { paymentToken: token });
      expect(found).toMatchObject({ card: { lastDigits: cardId === cardIds[0] ? '1000' : '1091' } });
    }
    await makeFault(sandbox.url, merchant, { operation: mint, kind: 'other-ids' });
    expect(await vault().mintCardTokens(id, 'unknown', 'QS-1')).toBeNull();
  });

  test('a profile that the provider does not know is null, a refused one is a fault without a secret', async () => {
    expect(await vault().readProfile('unknown')).toBeNull();
    const card = {
      singleUseToken: 'SCspentspentspent',
      holderName: 'Jo',
      nickName: '',
      billing: null,
      billingAddressId: null,
    };
    const id = await vault().ensureProfile({ ...customer, customerId: 'acc-3' });
    const fault = await vault()
      .keepCard(id, card)
      .catch((error: unknown) => error);
    expect(String(fault)).toMatch(/^ProviderFault: paysafe: create card: HTTP 400, code 5068$/);
  });
});

describe('the settings', () => {
  const settings = () => merchant.settings;
  const live = () => ({
    ...settings(),
    inTestMode: false,
    apiBaseUrl: 'https://a.example',
    scriptBaseUrl: 'https://a.example',
  });

  test('money goes over TLS outside test mode, and never by 3-D Secure 1', () => {
    expect(PaysafeSettings.safeParse(live()).success).toBe(true);
    expect(PaysafeSettings.safeParse({ ...live(), apiBaseUrl: 'http://a.example' }).success).toBe(false);
    expect(PaysafeSettings.safeParse({ ...live(), scriptBaseUrl: 'http://a.example' }).success).toBe(false);
    expect(
      PaysafeSettings.safeParse({ ...live(), force3dsV1: true, bankOrigins: ['https://acs.example'] }).success,
    ).toBe(false);
  });

  test('an unknown setting stops the start, and its value is not named', () => {
    expect(() => openProvider({ key: 'paysafely', settings: {} })).toThrow('There is no payment provider paysafely');
    const wrong = { ...settings(), serverSecret: '', colour: 'top-secret-value' };
    expect(() => openProvider({ key: 'paysafe', settings: wrong })).toThrow(/serverSecret/);
    expect(() => openProvider({ key: 'paysafe', settings: wrong })).not.toThrow(/top-secret-value/);
  });
});

test('[MONEY-49] a third decimal that the provider would round is refused, also in a refund', async () => {
  const provider = openProvider({
    key: 'paysafe',
    settings: { ...merchant.settings, apiBaseUrl: 'http://127.0.0.1:2' },
  });
  const dinars = { ...newAttempt(provider, 10_139), currency: 'TND', decimalPlaces: 3 };
  const payer = { firstName: 'Jo', lastName: 'Sailor', email: '' };
  const input = { paymentToken: 'token', proof: null, payer, billing: null, ip: '', credential: null };
  const code = 'DECIMAL_PRECISION';
  expect(await provider.charge?.(dinars, input)).toMatchObject({ kind: 'declined', refusal: { code } });
  const order = { providerPaymentId: 'p', reference: 'r', amountMinor: 5, reason: '' };
  expect(await provider.refunds?.make(dinars, order)).toEqual({ kind: 'refused', refusal: { code, message: null } });
  expect(provider.takesAmount?.(10_130, 'TND', 3)).toBe(true);
  expect(provider.takesAmount?.(10_139, 'GBP', 2)).toBe(true);
});

describe('[CARD-52] a customer whose details have characters that the provider refuses', () => {
  const flat = { ...billing, address1: 'Flat 3/2 "The Haven"', town: 'Saltmarsh; [Quay]', nickName: 'Home <3' };
  const payer = { firstName: 'Jo*', lastName: 'Sailor; Jr', email: 'jo/sailor@example.com' };
  const open = () => openProvider({ key: 'paysafe', settings: merchant.settings }) as CardProvider;

  test('pays: they are replaced, and an e-mail address with one is left out', async () => {
    const provider = open();
    const attempt = newAttempt(provider);
    const { token: paymentToken, deviceFingerprintingId } = await presentCard(sandbox.url, merchant);
    const step = await provider.start(attempt, {
      paymentToken,
      deviceFingerprintingId,
      reference: `${attempt.merchantRefNumber}-3ds-1`,
      merchant: { name: 'Quay/Haven [North]', url: 'http://127.0.0.1:3000' },
      profile: { email: payer.email, phone: '01632/960000', cellPhone: undefined },
      browser: { ...browserDetails, userAgent: 'Mozilla/5.0 (X11; Linux)', accept: '*/*', ip: '127.0.0.1' },
    });
    if (step.kind !== 'ready') throw new Error(JSON.stringify(step));
    const { proof } = step.authentication;
    const paid = await provider.charge(attempt, {
      paymentToken,
      proof,
      payer,
      billing: flat,
      ip: '',
      credential: null,
    });
    expect(paid).toMatchObject({ kind: 'approved' });
    const { auths } = await readBooks(sandbox.url, merchant);
    expect(auths.find(({ merchantRefNum }) => merchantRefNum === attempt.merchantRefNumber)).toMatchObject({
      profile: { firstName: 'Jo', lastName: 'Sailor Jr' },
      billingDetails: { street: 'Flat 3-2 The Haven', city: 'Saltmarsh Quay' },
    });
  });

  test('keeps cards and addresses; the same address is found again', async () => {
    const { vault } = open();
    const details = { customerId: randomUUID(), language: 'en-GB', phone: '01632/960000', cellPhone: '[1]' };
    const profileId = (await vault?.ensureProfile({ ...payer, ...details })) ?? '';
    const address = await vault?.addAddress(profileId, { ...flat, isDefault: true });
    const singleUseToken = (await presentCard(sandbox.url, merchant)).token;
    const card = { singleUseToken, holderName: 'Jo "Sailor"', nickName: 'Mine/ours', billing: flat };
    const { cardId } = (await vault?.keepCard(profileId, { ...card, billingAddressId: null })) ?? { cardId: '' };
    await vault?.changeCard(profileId, cardId, { nickName: 'Ours\\mine' });
    expect(await vault?.readProfile(profileId)).toMatchObject({
      addresses: [{ id: address, nickName: 'Home 3', address1: 'Flat 3-2 The Haven' }],
      cards: [{ holderName: 'Jo Sailor', nickName: 'Ours-mine', billingAddressId: address }],
    });
  });
});

test.each(foreignAddresses)('[RUN-161] a customer with the address %s pays', async (email) => {
  const provider = openProvider({ key: 'paysafe', settings: merchant.settings }) as CardProvider;
  const attempt = newAttempt(provider);
  const { token: paymentToken, deviceFingerprintingId } = await presentCard(sandbox.url, merchant);
  const step = await provider.start(attempt, {
    paymentToken,
    deviceFingerprintingId,
    reference: `${attempt.merchantRefNumber}-3ds-1`,
    merchant: { name: 'Quayhaven', url: 'http://127.0.0.1:3000' },
    profile: { email, phone: undefined, cellPhone: undefined },
    browser: { ...browserDetails, userAgent: 'Mozilla/5.0 (X11; Linux)', accept: '*/*', ip: '127.0.0.1' },
  });
  if (step.kind !== 'ready') throw new Error(JSON.stringify(step));
  const { proof } = step.authentication;
  const payer = { firstName: 'Jo', lastName: 'Sailor', email };
  const paid = await provider.charge(attempt, { paymentToken, proof, payer, billing, ip: '', credential: null });
  expect(paid).toMatchObject({ kind: 'approved' });
});
