import { type Account, getAccount, saveAccount } from '@quayside/contract/account/account.ts';
import { getAccountResource, patchAccount } from '@quayside/contract/integration/accounts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsOf, makeConsentGroup } from '../../testing/factories/consents.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  marina = await makeTenant(app);
});
afterAll(() => app.close());

const details = {
  title: 'Mrs',
  firstname: 'Jo',
  lastname: 'Sailor',
  email: 'jo@example.com',
  phone: '',
  mobile: '+447700900417',
  address1: '4 Ferry Lane',
  address2: '',
  town: 'Emsworth',
  county: 'Hampshire',
  countyCode: '',
  postcode: 'PO10 7AA',
  countryCode: 'GB',
};

async function customer(tenant = marina, changes: Partial<typeof details> = {}): Promise<SignedIn> {
  const { countyCode, countryCode, ...rest } = { ...details, ...changes };
  const columns = { ...rest, county_code: countyCode, country_code: countryCode };
  return signedInCustomer(app, tenant, await makeAccount(tenant, columns));
}

const save = ({ client }: SignedIn, account: Partial<Account>, headers = {}) =>
  client.call(saveAccount, { body: { account } }, headers);

const read = async ({ client, account }: SignedIn) =>
  client.call(getAccount, { params: { accountGuid: account.guid } });

const marinaWith = (permissions: object, lookups = sampleSettings().lookups) =>
  makeTenant(app, {
    settings: sampleSettings({ permissions: { ...sampleSettings().permissions, ...permissions }, lookups }),
  });

const fieldsOf = (body: { responseStatus?: { errors: { fieldName: string }[] } | undefined }) =>
  body.responseStatus?.errors.map(({ fieldName }) => fieldName.replace('account.', ''));

test('[SAFE-1] a customer saves only the account of their session, and staff save nothing', async () => {
  expect((await app.client(marina.key).call(saveAccount, { body: { account: {} } })).status).toBe(401);
  const [jo, robin] = [await customer(), await customer()];
  const staff = await signedInStaff(app, marina, jo.account);
  expect((await save(staff, { town: 'Cowes' })).body.responseStatus?.errorCode).toBe('STAFF_READ_ONLY');
  const disguise = { id: jo.account.id, guid: jo.account.guid, siteId: 7, renewalToken: 'x', town: 'Cowes' };
  expect((await save(robin, disguise)).status).toBe(200);
  expect((await read(jo)).body.account).toMatchObject({ town: 'Emsworth', siteId: 1 });
  expect((await read(robin)).body.account).toMatchObject({ town: 'Cowes', siteId: 1 });
});

describe('the required fields', () => {
  test('[ACC-1] are named if they are empty; phone, address2 and county may be empty', async () => {
    const jo = await customer();
    const empty = Object.fromEntries(Object.keys(details).map((field) => [field, ' ']));
    const { status, body } = await save(jo, empty);
    expect([status, body.responseStatus?.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    expect(fieldsOf(body)).toEqual([
      'title',
      'firstname',
      'lastname',
      'email',
      'mobile',
      'address1',
      'town',
      'postcode',
      'countryCode',
    ]);
    expect((await read(jo)).body.account).toMatchObject(details);
  });

  test('[ACC-1] a title only where the marina has titles, a postcode only where the country has them', async () => {
    const jo = await customer(await marinaWith({}, { titles: [], contactUsSubjects: [] }));
    expect((await save(jo, { title: '', countryCode: 'HK', postcode: '' })).status).toBe(200);
    expect(fieldsOf((await save(jo, { countryCode: 'FR', postcode: '' })).body)).toEqual(['postcode']);
  });

  test.each([
    ['email', 'jo@example'],
    ['mobile', '12 34'],
    ['mobile', 'call me'],
    ['phone', '1'.repeat(21)],
    ['title', 'Lord'],
    ['countryCode', 'XX'],
    ['firstname', 'x'.repeat(61)],
    ['address1', 'x'.repeat(101)],
    ['town', 'x'.repeat(61)],
  ])('[ACC-1] %s is not "%s"', async (field, value) => {
    expect(fieldsOf((await save(await customer(), { [field]: value })).body)).toEqual([field]);
  });

  test('values that were stored long ago in another form do not stand in the way', async () => {
    const jo = await customer(marina, { mobile: '(0)77 / 00-417', title: 'Commodore' });
    expect((await save(jo, { town: 'Cowes' })).status).toBe(200);
  });
});

describe('the locked fields', () => {
  test('[ACC-1] a changed locked field is named, an unchanged copy is fine', async () => {
    const tenant = await marinaWith({ uneditableAccountProperties: ['email', 'country'] });
    const jo = await customer(tenant);
    const refused = await save(jo, { email: 'new@example.com', countryCode: 'FR', town: 'Cowes' });
    expect([refused.status, refused.body.responseStatus?.errorCode]).toEqual([400, 'FIELD_LOCKED']);
    expect(fieldsOf(refused.body)).toEqual(['email', 'countryCode']);
    expect((await save(jo, { ...details, town: 'Cowes' })).status).toBe(200);
    expect((await read(jo)).body.account.town).toBe('Cowes');
  });

  test('[ACC-1] without allowAccountEdit name and address are, telephone and e-mail aren’t', async () => {
    const jo = await customer(await marinaWith({ allowAccountEdit: false }));
    const other = Object.fromEntries(Object.keys(details).map((field) => [field, 'other']));
    expect(fieldsOf((await save(jo, other)).body)).toEqual([
      'title',
      'firstname',
      'lastname',
      'address1',
      'address2',
      'town',
      'county',
      'countyCode',
      'postcode',
      'countryCode',
    ]);
    expect((await save(jo, { phone: '01632 960213', email: 'jo@example.org' })).status).toBe(200);
  });

  test('[ACC-1] a locked field loses its rules', async () => {
    const jo = await customer(await marinaWith({ uneditableAccountProperties: ['title', 'mobile'] }), {
      title: '',
      mobile: '',
    });
    expect((await save(jo, { town: 'Cowes' })).status).toBe(200);
  });
});

describe('the stored values', () => {
  test('telephones in the form that machines dial, by the country; a landline as mobile only warns', async () => {
    const jo = await customer();
    const { body } = await save(jo, { mobile: '0121 234 5678', phone: '+33 4 65 71 01 40' });
    expect(body.account).toMatchObject({ mobile: '+441212345678', phone: '+33465710140' });
    expect(body.warnings).toEqual(['mobileIsLandline']);
    expect((await save(jo, { mobile: '07700 900 418' })).body.warnings).toEqual([]);
  });

  test('[ACC-1] a state has code and name if its country has states; else it stays as typed', async () => {
    const jo = await customer();
    const american = await save(jo, { countryCode: 'US', countyCode: 'FL', county: 'anything', postcode: '33101' });
    expect(american.body.account).toMatchObject({ country: 'United States', countyCode: 'FL', county: 'Florida' });
    expect(fieldsOf((await save(jo, { countyCode: 'BY' })).body)).toEqual(['countyCode']);
    const french = await save(jo, { countryCode: 'FR', countyCode: '', county: 'Var' });
    expect(french.body.account).toMatchObject({ country: 'France', countyCode: '', county: 'Var' });
  });

  test('the choice “no title” does not appear in a name', async () => {
    const tenant = await marinaWith({}, { titles: ['Mr', 'none'], contactUsSubjects: [] });
    const { body } = await save(await customer(tenant), { title: 'none' });
    expect(body.account).toMatchObject({ title: 'none', titledFullName: 'Jo Sailor' });
  });

  test('[ACC-3] consents are saved with the details, or with nothing', async () => {
    const jo = await customer();
    const id = await makeConsentGroup(marina);
    const consentGroups = [{ id, bool: true }];
    const refused = await jo.client.call(saveAccount, { body: { account: { town: '' }, consentGroups } });
    expect(refused.status).toBe(400);
    expect(await consentsOf(marina, jo.account)).toEqual([]);
    const { body } = await jo.client.call(saveAccount, { body: { account: { town: 'Cowes' }, consentGroups } });
    expect(body.account.consentGroups.find(({ consentGroupId }) => consentGroupId === id)?.isGranted).toBe(true);
    expect(await consentsOf(marina, jo.account)).toMatchObject([{ granted: true, source: 'portal' }]);
  });
});

describe('two windows that save', () => {
  test('the second gets the changes of the first, and overwrites nothing', async () => {
    const jo = await customer();
    const { headers, body: before } = await read(jo);
    const tag = headers.get('etag') ?? '';
    expect(tag).toBe(`"${before.account.version}"`);
    const first = await save(jo, { ...details, town: 'Cowes' }, { 'if-match': tag });
    expect([first.status, first.headers.get('etag')]).toEqual([200, `"${Number(before.account.version) + 1}"`]);

    const second = await save(jo, { ...details, phone: '01632 960213' }, { 'if-match': tag });
    expect([second.status, second.body.responseStatus?.errorCode]).toEqual([409, 'ACCOUNT_CHANGED']);
    expect(second.body.responseStatus?.meta).toEqual({ town: 'Cowes', phone: '', version: first.body.account.version });
    expect((await read(jo)).body.account).toMatchObject({ town: 'Cowes', phone: '' });
    const again = await save(
      jo,
      { ...details, town: 'Cowes', phone: '01632 960213' },
      { 'if-match': first.headers.get('etag') ?? '' },
    );
    expect(again.status).toBe(200);
  });

  test('one of two changes at the same moment gets the other one’s changes', async () => {
    const jo = await customer();
    const tag = (await read(jo)).headers.get('etag') ?? '';
    const towns = ['Cowes', 'Bosham', 'Itchenor', 'Hamble'];
    const answers = await Promise.all(towns.map((town) => save(jo, { ...details, town }, { 'if-match': tag })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  test('saving the stored values again changes nothing, also from an old window', async () => {
    const jo = await customer();
    const tag = (await read(jo)).headers.get('etag') ?? '';
    await save(jo, { town: 'Cowes' });
    expect((await save(jo, { ...details, town: 'Cowes' }, { 'if-match': tag })).status).toBe(200);
    expect((await save(jo, { town: 'Bosham' }, { 'if-match': '*' })).status).toBe(200);
    expect((await save(jo, { town: 'Hamble' }, { 'if-match': 'nonsense' })).status).toBe(409);
  });
});

test('the old address gets a mail with the masked new one; the login stays', async () => {
  const jo = await customer(marina, { email: 'jo.before@example.com' });
  const logins = () => marina.db.selectFrom('logins').selectAll().orderBy('id').execute();
  const before = await logins();
  await save(jo, { email: 'jo.after@example.org' });
  const mail = await mailbox.mailTo('jo.before@example.com');
  expect(mail.subject).toContain('Your e-mail address at');
  expect(mail.text).toContain('j***@example.org');
  expect(mail.text).not.toContain('jo.after');
  expect(await logins()).toEqual(before);
});

test('[SAFE-93] details are on one line and in one direction, so that the office can send them back', async () => {
  const account = await makeAccount(marina, { reference: 'C-93', email: details.email, country_code: 'GB' });
  const jo = await signedInCustomer(app, marina, account);
  const sent = {
    ...details,
    lastname: 'O\u202eNeil\u2069',
    town: 'Port\r\n\tSolent',
    address1: ' 4 Ferry\u2028Lane\u0007',
  };
  const saved = await save(jo, sent);
  expect([saved.status, saved.body.account]).toMatchObject([
    200,
    { lastname: 'ONeil', town: 'Port Solent', address1: '4 Ferry Lane' },
  ]);
  const program = await programOf(app, marina);
  const params = { reference: 'C-93' };
  const { lastName, town, address1 } = (await program.call(getAccountResource, { params })).body;
  const back = await program.call(patchAccount, { params, body: { lastName, town, address1 } });
  expect(back.status).toBe(200);
});
