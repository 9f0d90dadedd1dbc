import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts';
import { cardExpiry, createMerchant, request, type TestMerchant, visa } from '../../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  merchant = await createMerchant(sandbox);
});

const profiles = '/customervault/v1/profiles';
const tokens = '/customervault/v1/singleusetokens';
const jo = {
  merchantCustomerId: 'account-1',
  locale: 'en_GB',
  firstName: 'Jo',
  lastName: 'Sailor',
  email: 'jo@example.com',
};
const address = { street: '1 Quay', city: 'Portsmouth', country: 'GB', zip: 'PO1 2AB' };

/** Returns the tokens of a profile's customer and first card, for one browser. */
async function customerToken(cardsPath: string) {
  const body = { merchantRefNum: 'ref', paymentTypes: ['CARD'] };
  const answer = await merchant.server('POST', cardsPath.replace(/cards$/, 'singleusecustomertokens'), body);
  const { singleUseCustomerToken, cards } = answer.body;
  return { body: answer.body, tokens: { singleUseCustomerToken, paymentTokenFrom: cards[0].paymentToken } };
}

async function createProfile(): Promise<string> {
  return (await merchant.server('POST', profiles, jo)).body.id;
}

describe('profiles', () => {
  test('are created, read and replaced in the recorded shape', async () => {
    const created = await merchant.server('POST', `${profiles}/`, jo);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      status: 'ACTIVE',
      ...jo,
      paymentToken: expect.stringMatching(/^P.{14}$/),
    });
    const path = `${profiles}/${created.body.id}`;
    expect((await merchant.server('GET', path)).body).toEqual(created.body);
    const replaced = await merchant.server('PUT', path, { merchantCustomerId: 'account-1', locale: 'en_GB' });
    expect(replaced.status).toBe(200);
    expect(replaced.body).not.toHaveProperty('firstName');
    expect((await merchant.server('GET', `${profiles}?merchantCustomerId=account-1`)).body.id).toBe(created.body.id);
  });

  test('a used merchantCustomerId is 409 with 7505 and a link to the other', async () => {
    const id = await createProfile();
    const again = await merchant.server('POST', profiles, jo);
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({ code: '7505', message: expect.stringMatching(new RegExp(`${id}$`)) });
    expect(again.body.links).toEqual([{ rel: 'existing_entity', href: expect.stringMatching(new RegExp(`${id}$`)) }]);
  });

  test('missing and unknown fields are 400 with 5068 and their names', async () => {
    const answer = await merchant.server('POST', profiles, { merchantCustomerId: 'x', colour: 'blue' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('X-Application-Status-Code')).toBe('5068');
    const fields = answer.body.error.fieldErrors.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(['colour', 'locale']);
    expect(answer.body).not.toHaveProperty('id');
  });

  test('an unknown id is 404 with 5269 that names it; a deletion is 200 with nothing', async () => {
    const path = `${profiles}/${await createProfile()}`;
    const deleted = await merchant.server('DELETE', path);
    expect([deleted.status, deleted.body]).toEqual([200, undefined]);
    const gone = await merchant.server('GET', path);
    expect(gone.status).toBe(404);
    expect(gone.body.error.message).toMatch(new RegExp(`: ${path.split('/').at(-1)}$`));
  });

  test('another merchant does not see them', async () => {
    const id = await createProfile();
    const stranger = await createMerchant(sandbox);
    expect((await stranger.server('GET', `${profiles}/${id}`)).status).toBe(404);
  });
});

describe('addresses and cards', () => {
  test('a card given with a new profile brings its address, and both come back', async () => {
    const card = { cardNum: visa, cardExpiry, billingAddress: address };
    const created = await merchant.server('POST', profiles, { ...jo, card });
    const [storedAddress] = created.body.addresses;
    expect(created.body.addresses).toEqual([
      { ...address, id: expect.any(String), defaultShippingAddressIndicator: false, status: 'ACTIVE' },
    ]);
    expect(created.body.cards).toEqual([
      {
        status: 'ACTIVE',
        id: expect.any(String),
        cardBin: '411111',
        lastDigits: '1111',
        cardExpiry,
        billingAddressId: storedAddress.id,
        cardType: 'VI',
        cardCategory: 'CREDIT',
        paymentToken: expect.stringMatching(/^C.{14}$/),
        defaultCardIndicator: true,
        storedCredentialTokenStatus: 'UNVERIFIED',
      },
    ]);
    const path = `${profiles}/${created.body.id}`;
    expect((await merchant.server('GET', path)).body).not.toHaveProperty('cards');
    const read = await merchant.server('GET', `${path}?fields=cards,addresses`);
    expect(read.body).toMatchObject({ cards: created.body.cards, addresses: created.body.addresses });
  });

  test('a card from a token names it; the same number again is 409 with 7503 and a link that can be read', async () => {
    const path = `${profiles}/${await createProfile()}/cards`;
    const singleUseToken = await merchant.token();
    const created = await merchant.server('POST', path, { singleUseToken, nickName: 'Blue card' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ singleUseToken, nickName: 'Blue card', holderName: 'Jo Sailor' });
    const again = await merchant.server('POST', path, { singleUseToken: await merchant.token() });
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe('7503');
    const [link] = again.body.links;
    expect(link).toEqual({
      rel: 'existing_entity',
      href: `${sandbox.provider}/customervault/v1/cards/${created.body.id}`,
    });
    expect((await merchant.server('GET', `/customervault/v1/cards/${created.body.id}`)).body.id).toBe(created.body.id);
  });

  test('a card in too many profiles is 409 with 7504 and no link', async () => {
    const path = `${profiles}/${await createProfile()}/cards`;
    await merchant.fault({ operation: 'cards.create', kind: 'card-limit' });
    const { status, body } = await merchant.server('POST', path, { singleUseToken: await merchant.token() });
    expect([status, body.error.code, body.links]).toEqual([409, '7504', undefined]);
    expect((await merchant.server('POST', path, { singleUseToken: await merchant.token() })).status).toBe(201);
  });

  test('a replacement loses what it does not repeat, and a new default takes over', async () => {
    const profile = `${profiles}/${await createProfile()}`;
    const { body: home } = await merchant.server('POST', `${profile}/addresses`, address);
    const first = await merchant.server('POST', `${profile}/cards`, {
      singleUseToken: await merchant.token(),
      billingAddressId: home.id,
      nickName: 'Old',
    });
    const second = await merchant.server('POST', `${profile}/cards`, {
      singleUseToken: await merchant.token('5200400000000009'),
    });
    expect([first.body.defaultCardIndicator, second.body.defaultCardIndicator]).toEqual([true, false]);
    const replaced = await merchant.server('PUT', `${profile}/cards/${first.body.id}`, {
      cardExpiry: { month: 1, year: 2041 },
    });
    expect(replaced.body).not.toHaveProperty('billingAddressId');
    expect(replaced.body).not.toHaveProperty('nickName');
    await merchant.server('PUT', `${profile}/cards/${second.body.id}`, { defaultCardIndicator: true });
    const { body } = await merchant.server('GET', `${profile}?fields=cards`);
    expect(body.cards.map((card: { defaultCardIndicator: boolean }) => card.defaultCardIndicator)).toEqual([
      false,
      true,
    ]);
  });

  test('an address is replaced and removed', async () => {
    const path = `${profiles}/${await createProfile()}/addresses`;
    const { body: created, status } = await merchant.server('POST', path, address);
    expect(status).toBe(201);
    const replaced = await merchant.server('PUT', `${path}/${created.id}`, { country: 'FR' });
    expect(replaced.body).toEqual({
      id: created.id,
      country: 'FR',
      defaultShippingAddressIndicator: false,
      status: 'ACTIVE',
    });
    expect((await merchant.server('DELETE', `${path}/${created.id}`)).status).toBe(200);
    expect((await merchant.server('GET', `${path}/${created.id}`)).status).toBe(404);
  });
});

describe('single-use tokens', () => {
  test('are made from a card in the recorded shape', async () => {
    const card = {
      holderName: 'Jo Sailor',
      cardNum: '5200400000000009',
      cardExpiry,
      cvv: '123',
      billingAddress: address,
    };
    const answer = await merchant.browser('POST', `${tokens}/`, { card });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(String),
      paymentToken: expect.stringMatching(/^SC.{14}$/),
      timeToLiveSeconds: 299,
      billingAddress: address,
      card: {
        cardBin: '520040',
        lastDigits: '0009',
        cardExpiry,
        cardType: 'MC',
        cardCategory: 'CREDIT',
        holderName: 'Jo Sailor',
      },
    });
  });

  test.each([
    ['a wrong check digit', { cardNum: '4111111111111112', cardExpiry }, 'card.cardNum', 'Luhn checksum failed'],
    ['a card out of date', { cardNum: visa, cardExpiry: { month: 1, year: 2020 } }, 'card.cardExpiry', 'expired'],
    ['a code of the wrong length', { cardNum: visa, cardExpiry, cvv: '1234' }, 'card.cvv', 'Wrong length'],
  ])('%s is 400 with 5068', async (_what, card, field, error) => {
    const answer = await merchant.browser('POST', tokens, { card });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: '5068',
      fieldErrors: [{ field, error: expect.stringContaining(error) }],
    });
  });

  test('pay once and are stored once, in either order', async () => {
    const profile = `${profiles}/${await createProfile()}`;
    const paymentToken = await merchant.token();
    expect((await merchant.authorise({ card: { paymentToken } })).status).toBe(200);
    const stored = await merchant.server('POST', `${profile}/cards`, { singleUseToken: paymentToken });
    expect(stored.status).toBe(201);
    expect((await merchant.authorise({ card: { paymentToken } })).status).toBe(400);
    await merchant.server('DELETE', `${profile}/cards/${stored.body.id}`);
    expect((await merchant.server('POST', `${profile}/cards`, { singleUseToken: paymentToken })).status).toBe(400);
  });

  test('end after 299 seconds of the clock of their merchant', async () => {
    const paymentToken = await merchant.token();
    const clock = { offsetMs: 299_000, accountId: merchant.accountId };
    await request(`${sandbox.provider}/_sandbox/clock`, 'POST', clock);
    const answer = await merchant.authorise({ card: { paymentToken } });
    expect([answer.status, answer.body.error.code]).toEqual([400, '5502']);
    const path = `${profiles}/${await createProfile()}/cards`;
    const kept = await merchant.server('POST', path, { singleUseToken: paymentToken });
    expect([kept.status, kept.body.error.code]).toEqual([404, '7514']);
  });

  test('of a stored card need only its code, and pay for it', async () => {
    const path = `${profiles}/${await createProfile()}/cards`;
    const { body: card } = await merchant.server('POST', path, { singleUseToken: await merchant.token() });
    const withoutCode = await merchant.authorise({ card: { paymentToken: card.paymentToken } });
    expect(withoutCode.body.error.fieldErrors[0].field).toBe('card.cvv');
    const customer = await customerToken(path);
    const token = await merchant.browser('POST', tokens, { ...customer.tokens, card: { cvv: '123' } });
    expect(token.body.card.lastDigits).toBe('1111');
    const paid = await merchant.authorise({ card: { paymentToken: token.body.paymentToken } });
    expect(paid.body).toMatchObject({ status: 'COMPLETED', cvvVerification: 'MATCH' });
  });

  test('of a stored card need the customer’s single-use token and the card’s own of it, once and in time', async () => {
    const path = `${profiles}/${await createProfile()}/cards`;
    const { body: card } = await merchant.server('POST', path, { singleUseToken: await merchant.token() });
    const { tokens: first, body } = await customerToken(path);
    expect(body).toMatchObject({
      status: 'ACTIVE',
      timeToLiveSeconds: 899,
      singleUseCustomerToken: expect.stringMatching(/^SP.{14}$/),
      cards: [{ id: card.id, cardBin: '411111', lastDigits: '1111' }],
    });
    const permanent = [card.paymentToken, (await merchant.server('GET', path.slice(0, -6))).body.paymentToken];
    expect(permanent.filter((token) => JSON.stringify(body).includes(token))).toEqual([]);

    const refusal = async (fields: object) => {
      const answer = await merchant.browser('POST', tokens, { ...first, card: { cvv: '123' }, ...fields });
      return [answer.status, ...(answer.body.error?.fieldErrors ?? []).map(({ field }: { field: string }) => field)];
    };
    expect(await refusal({ singleUseCustomerToken: undefined })).toEqual([400, 'singleUseCustomerToken']);
    expect(await refusal({ paymentTokenFrom: card.paymentToken })).toEqual([400, 'paymentTokenFrom']);
    expect(await refusal({ paymentTokenFrom: undefined })).toEqual([400, 'paymentTokenFrom']);
    const { tokens: second } = await customerToken(path);
    expect(await refusal({ paymentTokenFrom: second.paymentTokenFrom })).toEqual([400, 'paymentTokenFrom']);
    expect(await refusal({ card: { cvv: '1234' } })).toEqual([400, 'card.cvv']);
    expect(await refusal({})).toEqual([200]);
    expect(await refusal({})).toEqual([400, 'singleUseCustomerToken']);

    const { accountId } = merchant;
    await request(`${sandbox.provider}/_sandbox/clock`, 'POST', { accountId, offsetMs: 900_000 });
    expect(await refusal(second)).toEqual([400, 'singleUseCustomerToken']);
    const byBrowser = await merchant.browser('POST', path.replace(/cards$/, 'singleusecustomertokens'), {});
    expect(byBrowser.status).toBe(403);
  });

  test('show their content to the server', async () => {
    const paymentToken = await merchant.token();
    const answer = await merchant.server('POST', `${tokens}/search`, { paymentToken });
    expect(answer.body).toMatchObject({ paymentToken, card: { cardType: 'VI', lastDigits: '1111' } });
    expect((await merchant.server('POST', `${tokens}/search`, { paymentToken: 'SCunknown' })).status).toBe(404);
  });
});
