import { getAccount, saveAccount } from '@quayside/contract/account/account.ts';
import type { Call } from '@quayside/contract/shared/call.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { inputOf } from './testing/contract/contract-example.ts';
import { examples } from './testing/contract/contract-examples.ts';
import { contents, makeContractFixture, type ContractFixture } from './testing/contract/contract-fixture.ts';
import { sampleSettings } from './testing/factories/factories.ts';

/** The switches of a tenant, with some of the calls that each must close. */
const switches: Record<string, readonly string[]> = {
  invoicingEnabled: [
    'listOutstandingOrders',
    'listPaymentProviders',
    'getCardVaultProfile',
    'createCardPayment',
    'payByCard',
    'authenticateCard',
    'lookUpCardAuthentication',
    'getQuickPayOrder',
    'listQuickPayProviders',
    'getCardVaultProfileByOrder',
  ],
  showNotificationPreferences: ['saveConsentGroups'],
  showAccountActivity: [
    'listOrderHistory',
    'getOrderDateRange',
    'listPaymentHistory',
    'getPaymentDateRange',
    'getAccountPayment',
  ],
  showEstimates: [
    'listEstimates',
    'getEstimateDateRange',
    'getEstimate',
    'emailEstimate',
    'getEstimateDocument',
    'answerEstimate',
  ],
  showWaitingLists: [],
  allowAccountEdit: [],
  agreementsEnabled: [
    'countUnsignedAgreements',
    'listAccountAgreements',
    'getUnsignedAgreement',
    'getSignedAgreement',
    'signAgreement',
    'validateAgreementEmail',
    'downloadAgreement',
    'verifyAgreement',
    'answerEstimate',
  ],
};

function settingsWithout(name: string) {
  const sample = sampleSettings({ features: { 'accept-estimates': true, 'ineligible-vaulted-cards': true } });
  if (name === 'agreementsEnabled') return { ...sample, agreementsEnabled: false };
  return { ...sample, permissions: { ...sample.permissions, [name]: false } };
}

let fixture: ContractFixture;
afterEach(() => fixture.close());

async function codeOf(call: Call): Promise<{ status: number; code: string | undefined }> {
  const example = examples[call.name]?.(fixture) ?? {};
  const { status, body } = await fixture.owner.client.call(call, inputOf(example));
  return { status, code: body?.responseStatus?.errorCode };
}

describe.each(Object.entries(switches))('with %s off', (name, closed) => {
  test('[LOGIN-13] the server refuses what it guards, changes nothing, and refuses nothing else', async () => {
    fixture = await makeContractFixture(settingsWithout(name));
    const calls = fixture.app.app.routesOfContract.map(({ call }) => call);
    const guarded = calls.filter(({ permissions }) => (permissions as readonly string[]).includes(name));
    expect(guarded.map((call) => call.name)).toEqual(expect.arrayContaining([...closed]));
    const before = await contents(fixture);
    for (const call of guarded)
      expect({ call: call.name, ...(await codeOf(call)) }).toEqual({
        call: call.name,
        status: 404,
        code: 'FEATURE_DISABLED',
      });
    expect(await contents(fixture)).toBe(before);
    const leaving = new Set(['signOut', 'signOutByPost', 'openStaffView', 'changePassword', 'resetPassword']);
    for (const call of calls.filter((each) => !guarded.includes(each) && !leaving.has(each.name)))
      expect({ call: call.name, code: (await codeOf(call)).code }).not.toEqual({
        call: call.name,
        code: 'FEATURE_DISABLED',
      });
  });
});

describe('with e-mail and password off', () => {
  const credentials = { key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: false };
  const club = { ...credentials, key: 'club', enabledInPortal: true };
  const signingIn = ['signIn', 'signInFromQuickPay', 'registerAccount'];
  const proving = ['requestPasswordReset', 'validatePasswordToken', 'resetPassword', 'changePassword'];

  test.each([
    { why: 'nobody signs in here at all', authProviders: [credentials], closed: [...signingIn, ...proving] },
    { why: 'a password still connects a login with a club’s', authProviders: [credentials, club], closed: signingIn },
    {
      why: 'it signs in, but registers nobody',
      authProviders: [{ ...credentials, enabledInPortal: true, authTypes: ['login' as const] }],
      closed: ['registerAccount'],
    },
  ])('[LOGIN-13] $why: the server refuses what asks for one', async ({ authProviders, closed }) => {
    fixture = await makeContractFixture({ ...sampleSettings(), authProviders });
    const calls = fixture.app.app.routesOfContract.map(({ call }) => call);
    const answers = calls
      .filter(({ passwordFor }) => passwordFor !== undefined)
      .map(async (call) => [call.name, (await codeOf(call)).code] as const);
    const refused = (await Promise.all(answers)).filter(([, code]) => code === 'FEATURE_DISABLED');
    expect(refused.map(([name]) => name).toSorted()).toEqual(closed.toSorted());
  });
});

describe('the account after a feature is switched off', () => {
  const save = (account: Record<string, string>, consentGroups: { id: number; bool: boolean }[] = []) =>
    fixture.owner.client.call(saveAccount, { body: { account, consentGroups } });
  const refused = async (answer: ReturnType<typeof save>) => {
    const { body } = await answer;
    return [body.responseStatus?.errorCode, body.responseStatus?.errors.map(({ fieldName }) => fieldName)];
  };

  test('[LOGIN-13] allowAccountEdit off: name and address stay, telephones may change', async () => {
    fixture = await makeContractFixture(settingsWithout('allowAccountEdit'));
    for (const field of ['title', 'firstname', 'lastname', 'address1', 'address2', 'town', 'county', 'postcode'])
      expect(await refused(save({ [field]: 'Else' }))).toEqual(['FIELD_LOCKED', [`account.${field}`]]);
    expect((await save({ phone: '+441632960123' })).status).toBe(200);
  });

  test('[LOGIN-13] uneditableAccountProperties: each of them stays', async () => {
    const sample = sampleSettings({ features: { 'accept-estimates': true, 'ineligible-vaulted-cards': true } });
    const permissions = { ...sample.permissions, uneditableAccountProperties: ['email', 'mobile'] };
    fixture = await makeContractFixture({ ...sample, permissions });
    expect(await refused(save({ email: 'else@example.com' }))).toEqual(['FIELD_LOCKED', ['account.email']]);
    expect(await refused(save({ mobile: '+447700900999' }))).toEqual(['FIELD_LOCKED', ['account.mobile']]);
    expect((await save({ town: 'Cowes' })).status).toBe(200);
  });

  test('[LOGIN-13] showNotificationPreferences off: the details neither contain consents nor accept them', async () => {
    fixture = await makeContractFixture(settingsWithout('showNotificationPreferences'));
    const consent = { id: fixture.consent.groupId, bool: false };
    expect(await refused(save({ town: 'Cowes' }, [consent]))).toEqual(['FEATURE_DISABLED', []]);
    const params = { accountGuid: fixture.owner.account.guid };
    const { body } = await fixture.owner.client.call(getAccount, { params });
    expect(body.account).toMatchObject({ consentGroups: [], town: 'Saltmarsh' });
  });
});
