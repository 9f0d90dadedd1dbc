import { type Examples, nobody, nobodysGuid } from './contract-example.ts';

/** The examples of calls to sign in and to manage an account. */
export const accountExamples: Examples = {
  getHealth: () => ({}),
  getOpenApi: () => ({}),
  getIntegrationOpenApi: () => ({}),
  reportClientError: () => ({
    body: { reference: nobodysGuid, type: 'TypeError', message: 'x is undefined', stack: '', page: '/login' },
    freeText: ['type', 'message', 'stack'],
  }),
  signIn: () => ({ body: { userName: 'nobody@example.com', password: 'Wrong#2026' }, status: 401 }),
  getSession: () => ({}),
  getAuthSession: () => ({}),
  signOut: () => ({}),
  signOutByPost: () => ({}),
  getRenewalTokenByUserId: ({ owner }) => ({ query: { userId: owner.loginId } }),
  openStaffView: ({ staffLinkToken }) => ({
    body: { token: staffLinkToken },
    wrongKey: { example: { body: { token: 'no-token' } }, status: 410, errorCode: 'INVALID_TOKEN' },
  }),
  checkRenewalToken: ({ newcomer }) => ({
    query: { renewalToken: newcomer.renewalCode },
    wrongKey: { example: { query: { renewalToken: 'N0T-A-C0DE' } }, status: 404, errorCode: 'CODE_NOT_FOUND' },
  }),
  registerAccount: ({ newcomer: { guid, renewalCode }, owner }) => {
    const bodyWith = (renewalToken: string, of = guid) => ({
      body: { account: { guid: of, renewalToken, email: 'new.login@example.com' }, password: 'Harbour#2026' },
    });
    return {
      ...bodyWith(renewalCode),
      wrongKey: { example: bodyWith('N0T-A-C0DE', owner.account.guid), status: 404, errorCode: 'CODE_NOT_FOUND' },
    };
  },
  requestPasswordReset: () => ({ body: { email: 'nobody@example.com' } }),
  validatePasswordToken: ({ resetToken }) => ({
    params: { token: resetToken },
    wrongKey: { example: { params: { token: 'no-token' } }, status: 410, errorCode: 'INVALID_TOKEN' },
  }),
  resetPassword: ({ resetToken }) => ({
    body: { token: resetToken, password: 'Harbour#2027' },
    wrongKey: {
      example: { body: { token: 'no-token', password: 'Harbour#2027' } },
      status: 410,
      errorCode: 'INVALID_TOKEN',
    },
  }),
  getSessionEnd: () => ({}),
  extendSession: () => ({ isEverybodys: true }),
  confirmPassword: () => ({ body: { password: 'Harbour#2026' }, isEverybodys: true }),
  getSignInDetails: () => ({ isEverybodys: true }),
  changeLoginAddress: () => ({
    body: { email: 'another.login@example.com', currentPassword: 'Harbour#2026' },
    isEverybodys: true,
  }),
  sendConfirmationAgain: () => ({ isEverybodys: true }),
  validateConfirmation: ({ confirmationToken }) => ({
    params: { token: confirmationToken },
    wrongKey: { example: { params: { token: 'no-token' } }, status: 410, errorCode: 'INVALID_TOKEN' },
  }),
  confirmAddress: ({ confirmationToken }) => ({
    body: { token: confirmationToken, password: 'Harbour#2026' },
    wrongKey: { example: { body: { token: 'no-token' } }, status: 410, errorCode: 'INVALID_TOKEN' },
  }),
  changePassword: () => ({ body: { currentPassword: 'Harbour#2026', password: 'Harbour#2027' }, isEverybodys: true }),
  startSignOn: ({ newcomer: { guid, renewalCode } }) => ({
    params: { providerKey: 'none-here' },
    query: { portal: 'true', renewalToken: renewalCode, accountGuid: guid, authType: 'register' },
    status: 303,
  }),
  finishSignOn: () => ({
    params: { providerKey: 'none-here' },
    query: { code: 'code', state: 'state', iss: 'https://id.example.com', error: 'access_denied' },
    status: 303,
  }),
  receiveSignOn: () => ({
    params: { providerKey: 'none-here' },
    body: { code: 'code', state: 'state', iss: 'https://id.example.com', error: 'access_denied' },
    isOthersForm: true,
    status: 303,
  }),
  confirmSignOn: () => ({ params: { providerKey: 'none-here' }, body: { password: 'Harbour#2026' }, status: 410 }),
  getConfig: () => ({}),
  listSites: () => ({}),
  listCountries: () => ({}),
  listLanguages: () => ({}),
  getLanguageFile: () => ({ params: { folder: 'Portal', language: 'en-GB' } }),
  getAccount: ({ owner }) => ({ params: { accountGuid: owner.account.guid } }),
  saveAccount: () => ({
    body: {
      account: { title: 'Mr', firstname: 'Robin', lastname: 'Test', mobile: '+447700900123', countryCode: 'GB' },
      consentGroups: [],
    },
    isEverybodys: true,
  }),
  saveConsentGroups: ({ owner, consent }) => ({
    body: { guid: owner.account.guid, renewalToken: 'x', consentGroups: [{ id: consent.groupId, bool: true }] },
  }),
  getConsentInfo: ({ consent }) => ({ params: { guid: consent.key }, wrongKey: nobody() }),
  getConsentInfoByAccount: ({ consent }) => ({ params: { guid: consent.key }, wrongKey: nobody() }),
  sendConsentLink: ({ owner }) => ({ body: { accountGuid: owner.account.guid } }),
  updateConsentGroups: ({ consent }) => {
    const choice = { emailMessageId: 'mail-1', idBools: { [consent.groupId]: true } };
    return {
      params: { guid: consent.key },
      body: { accountGuid: consent.key, ...choice },
      wrongKey: nobody({ accountGuid: nobodysGuid, ...choice }),
    };
  },
  updateConsentGroupsByGuid: ({ consent }) => {
    const body = { idBools: [{ id: consent.groupId, isGranted: true }], source: 'mail' };
    return { params: { guid: consent.key }, body, wrongKey: nobody(body) };
  },
  openMailLink: ({ mailLink }) => ({
    params: mailLink,
    wrongKey: { example: { params: { ...mailLink, token: 'no-token' } }, status: 410, errorCode: 'INVALID_TOKEN' },
  }),
  sendNewMailLink: ({ mailLink }) => ({ params: mailLink }),
  unsubscribe: ({ consent }) => ({
    params: { token: consent.token },
    wrongKey: { example: { params: { token: 'no-token' } }, status: 404, errorCode: 'NOT_FOUND' },
  }),
};
