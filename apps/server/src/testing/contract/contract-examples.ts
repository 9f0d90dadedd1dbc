import { signatureImage } from '../factories/agreements.ts';
import { emptyTokens } from '../payments/wallet-tokens.ts';
import { type Examples, nobody, nobodysGuid } from './contract-example.ts';
import { accountExamples } from './contract-examples-accounts.ts';

const browserDetails = {
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepthBits: '24',
  screenHeight: 800,
  screenWidth: 360,
  timezoneOffset: 0,
};

const address = { address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA', country: 'GB' };

const newCard = { token: 'SCexample', holderName: 'R Test', address };

/**
 * Valid input of every call, about the owner's things. The tests that walk the contract fail for a call without an
 * example. Calls of a provider name an attempt in a state that stops before the provider is called.
 */
export const examples: Examples = {
  ...accountExamples,
  contactUs: ({ owner }) => ({
    params: { guid: owner.account.guid },
    body: { message: 'Subject: Berths\nIs there one left?' },
    freeText: ['message'],
  }),
  listContactMessages: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  getSummary: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  countUnsignedAgreements: ({ owner }) => ({ params: { accountGuid: owner.account.guid } }),
  listAccountAgreements: ({ owner }) => ({
    params: { accountGuid: owner.account.guid },
    query: { page: 1, rows: 10, skip: 0, take: 5, signed: 'false' },
  }),
  getUnsignedAgreement: ({ unsignedAgreement: { guid } }) => ({ params: { guid }, wrongKey: nobody() }),
  getAgreementAccount: ({ owner, unsignedAgreement: { guid } }) => ({
    params: { guid: owner.account.guid },
    query: { agreement: guid },
    wrongKey: {
      example: { params: { guid: owner.account.guid }, query: { agreement: nobodysGuid } },
      status: 404,
      errorCode: 'NOT_FOUND',
    },
  }),
  validateAgreementEmail: ({ unsignedAgreement: { guid, email } }) => {
    const body = { email };
    return { params: { guid }, body, freeText: ['email'], wrongKey: nobody(body) };
  },
  sendAgreementEmailCode: ({ namelessAgreementGuid }) => {
    const body = { email: 'new.signer@example.com' };
    return { params: { guid: namelessAgreementGuid }, body, wrongKey: nobody(body) };
  },
  signAgreement: ({ unsignedAgreement: { guid, email } }) => {
    const bodyOf = (of: string) => ({
      body: { guid: of, signature: signatureImage(), fullName: 'Robin Test', email, method: 'drawn' },
    });
    const wrongKey = { example: bodyOf(nobodysGuid), status: 404, errorCode: 'NOT_FOUND' };
    return { ...bodyOf(guid), freeText: ['fullName'], wrongKey };
  },
  getSignedAgreement: ({ signedAgreement: { guid } }) => ({ params: { guid } }),
  downloadAgreement: ({ signedAgreement: { guid, key } }) => ({
    params: { agreementGuid: guid },
    query: { key },
    wrongKey: {
      example: { params: { agreementGuid: nobodysGuid }, query: { key } },
      status: 404,
      errorCode: 'NOT_FOUND',
    },
  }),
  // The file comes as a form; features/agreements/papers/agreement-papers.test.ts sends some.
  verifyAgreement: () => ({ status: 400 }),
  getFile: ({ fileGuid }) => ({ params: { guid: fileGuid } }),
  listDocuments: ({ owner }) => ({ params: { guid: owner.account.guid }, query: { promptInPortalOnly: 'true' } }),
  createDocument: ({ owner, waitingDocument: { documentTypeId, name } }) => ({
    params: { guid: owner.account.guid },
    body: {
      accountDocument: {
        documentTypeId,
        name,
        expiresOn: '2027-05-16',
        boatId: null,
        notes: '',
        attachmentType: 'Upload',
      },
      supersedePreviousVersions: true,
    },
  }),
  uploadFile: ({ owner, waitingDocument: { id } }) => ({
    params: { accountGuid: owner.account.guid },
    body: { objectType: 'AccountDocument', objectId: id },
  }),
  countDownload: ({ owner, documentId }) => ({ params: { guid: owner.account.guid, id: documentId } }),
  listIneligibleCards: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  listOutstandingOrders: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  getOrder: ({ owner, orderId }) => ({ params: { guid: owner.account.guid, id: orderId } }),
  listOrderHistory: ({ owner }) => ({
    params: { guid: owner.account.guid },
    query: {
      page: 1,
      rows: 10,
      skip: 0,
      take: 5,
      fromDate: '2026-01-01 00:00:00',
      toDate: '2026-12-31 23:59:59',
    },
  }),
  getCalendarFeed: ({ calendarToken: token }) => ({
    params: { token },
    wrongKey: { example: { params: { token: 'no-token' } }, status: 404, errorCode: 'NOT_FOUND' },
  }),
  downloadCalendar: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  getCalendarLink: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  makeCalendarLink: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  revokeCalendarLink: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  exportOrders: ({ owner }) => ({
    params: { guid: owner.account.guid },
    query: { fromDate: '2026-01-01 00:00:00', toDate: '2026-12-31 23:59:59' },
  }),
  exportPayments: ({ owner }) => ({
    params: { guid: owner.account.guid },
    query: { fromDate: '2026-01-01 00:00:00', toDate: '2026-12-31 23:59:59' },
  }),
  downloadPapers: ({ owner }) => ({ params: { guid: owner.account.guid, year: 2026 } }),
  getYearTotals: ({ owner }) => ({ params: { guid: owner.account.guid, year: 2026 } }),
  getOrderDateRange: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  listEstimates: ({ owner }) => ({
    params: { guid: owner.account.guid },
    query: {
      page: 1,
      rows: 10,
      skip: 0,
      take: 5,
      statusFilter: 'All',
      fromDate: '2026-01-01 00:00:00',
      toDate: '2026-12-31 23:59:59',
    },
  }),
  getEstimateDateRange: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  getEstimate: ({ owner, estimateId }) => ({ params: { guid: owner.account.guid, id: estimateId } }),
  answerEstimate: ({ owner, estimateId }) => ({
    params: { guid: owner.account.guid, id: estimateId },
    body: { answer: 'accept' },
  }),
  emailEstimate: ({ owner, estimateId }) => ({ params: { guid: owner.account.guid, id: estimateId } }),
  getEstimateDocument: ({ owner, estimateId }) => ({ params: { guid: owner.account.guid, id: estimateId } }),
  listStays: ({ owner }) => ({
    params: { guid: owner.account.guid },
    query: { page: 1, rows: 10, skip: 0, take: 5, filter: 'All' },
  }),
  listPaymentProviders: ({ owner }) => ({ params: { siteId: owner.account.siteId }, isEverybodys: true }),
  listPaymentProviderMetadata: () => ({}),
  getPayment: ({ waiting }) => ({ params: { merchantRefNum: waiting.merchantRefNumber } }),
  cancelPayment: ({ completed }) => ({ params: { ref: completed.merchantRefNumber } }),
  // The marina has no provider with a page. features/payments/pages/*-page*.test.ts test these calls.
  validateAccount: ({ owner }) => ({
    params: { providerKey: 'redirect', accountGuid: owner.account.guid },
    status: 404,
  }),
  startPagePayment: ({ owner, orderId }) => ({
    body: { accountGuid: owner.account.guid, orderIds: [orderId], amount: 99, providerKey: 'redirect' },
    status: 409,
  }),
  startExpressPayment: ({ owner, orderId }) => ({
    body: {
      accountGuid: owner.account.guid,
      orderIds: [orderId],
      amountToPay: 99,
      returnUrl: 'https://example.com/back',
      cancelUrl: 'https://example.com/cancel',
    },
    status: 400,
  }),
  startQuickPayExpressPayment: ({ owner, orderGuid }) => ({
    body: {
      accountGuid: owner.account.guid,
      orderGuid,
      amountToPay: 99,
      returnUrl: 'https://example.com/back',
      cancelUrl: 'https://example.com/cancel',
    },
    status: 400,
  }),
  confirmExpressPayment: ({ paypal }) => ({ body: { PayerID: 'PAYER', token: paypal.token } }),
  getExpressPayment: ({ paypal }) => ({ params: { reference: paypal.token } }),
  receiveProviderEvent: () => ({ params: { provider: 'paypal', tenant: 'saltmarsh' }, status: 404 }),
  getQuickPayOrder: ({ orderGuid }) => ({ params: { guid: orderGuid }, wrongKey: nobody() }),
  listQuickPayProviders: ({ owner, orderGuid }) => {
    const params = { siteId: owner.account.siteId };
    const wrongKey = { example: { params, query: { orderGuid: nobodysGuid } }, status: 404, errorCode: 'NOT_FOUND' };
    return { params, query: { orderGuid }, wrongKey };
  },
  signInFromQuickPay: () => ({ body: { password: 'Wrong#2026', accountGuid: nobodysGuid }, status: 401 }),
  checkQuickPayRegistration: ({ orderGuid }) => ({ params: { guid: orderGuid }, wrongKey: nobody() }),
  sendQuickPayRegistration: ({ unregisteredOrderGuid }) => ({
    params: { guid: unregisteredOrderGuid },
    wrongKey: nobody(),
  }),
  emailReceiptOfOrder: ({ paidOrderGuid }) => ({ params: { guid: paidOrderGuid }, wrongKey: nobody() }),
  getCardVaultProfileByOrder: ({ orderGuid }) => ({ params: { guid: orderGuid }, wrongKey: nobody() }),
  getCardVaultProfile: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  // The marina has no provider, so no profile is known. stored-cards.test.ts tests these calls.
  addBillingAddress: () => ({ params: { id: 'profile' }, body: { address }, status: 404 }),
  updateBillingAddress: () => ({ params: { id: 'profile', addressId: 'home' }, body: { address }, status: 404 }),
  deleteBillingAddress: () => ({ params: { id: 'profile', addressId: 'home' }, query: { siteId: 1 }, status: 404 }),
  addCard: ({ owner }) => ({ params: { accountGuid: owner.account.guid }, body: newCard, status: 404 }),
  updateCard: () => ({ params: { id: 'profile', cardId: 'blue' }, body: { isDefault: true }, status: 404 }),
  addAddressToCard: () => ({ params: { id: 'profile', cardId: 'blue' }, body: { address }, status: 404 }),
  deleteCard: () => ({ params: { id: 'profile', cardId: 'blue' }, query: { siteId: 1 }, status: 404 }),
  registerIneligibleCard: ({ owner, ineligibleCardId }) => ({
    params: { guid: owner.account.guid, id: ineligibleCardId },
    body: newCard,
    status: 404,
  }),
  deleteIneligibleCard: ({ owner, ineligibleCardId }) => ({
    params: { guid: owner.account.guid, id: ineligibleCardId },
  }),
  createCardPayment: ({ owner, orderId }) => ({
    body: { accountGuid: owner.account.guid, orderIds: [orderId], amount: 99, paymentChannel: 'Card' },
    status: 409,
  }),
  authenticateCard: ({ completed }) => ({
    body: {
      deviceFingerprintingId: 'device',
      merchantRefNum: completed.merchantRefNumber,
      amount: 100,
      paymentToken: 'SCexample',
      browserDetails,
    },
    status: 409,
  }),
  lookUpCardAuthentication: ({ completed }) => ({
    body: { authenticationId: 'unknown', paymentRequest: { merchantRefNumber: completed.merchantRefNumber } },
    status: 409,
  }),
  enrollCard: ({ completed }) => ({
    body: { merchantRefNum: completed.merchantRefNumber, amount: 100, paymentToken: 'SCexample' },
    status: 409,
  }),
  // The key is good once. features/cards/three-d-secure/enrollments.test.ts tests a valid one.
  takeBankAnswer: () => {
    const body = { PaRes: 'eJwDAAAAAAE=', MD: 'no-key' };
    return { body, status: 303, wrongKey: { example: { body }, status: 303 } };
  },
  payByCard: ({ owner, waiting, orderId }) => ({
    body: {
      accountGuid: owner.account.guid,
      orderIds: [orderId],
      amount: 100,
      merchantRefNumber: waiting.merchantRefNumber,
      token: 'SCexample',
      holderName: 'R Test',
      address,
      paymentChannel: 'Card',
    },
    status: 409,
  }),
  reportFailedCardPayment: ({ completed }) => ({
    body: { merchantRef: completed.merchantRefNumber, errorCode: '9001', errorMessage: 'no connection' },
  }),
  // The marina has no wallet. features/cards/wallets/*.test.ts test these calls.
  exchangeGooglePayToken: ({ owner, orderId }) => ({
    body: {
      accountGuid: owner.account.guid,
      orderIds: [orderId],
      amount: 99,
      paymentChannel: 'GooglePay',
      siteId: 1,
      googlePayPaymentToken: emptyTokens.google,
    },
    status: 409,
  }),
  openApplePaySession: ({ owner }) => ({
    body: { accountGuid: owner.account.guid, siteId: 1, validationUrl: 'https://apple-pay-gateway.apple.com/' },
    status: 404,
  }),
  payByApplePay: ({ owner: { account }, orderId }) => ({
    body: { accountGuid: account.guid, orderIds: [orderId], amount: 99, siteId: 1, token: emptyTokens.apple },
    status: 409,
  }),
  openCardComponents: ({ owner, orderId }) => ({
    body: {
      accountGuid: owner.account.guid,
      amount: 99,
      channel: 'ECOM',
      currency: 'GBP',
      ordersToPay: [{ orderId, amount: 99 }],
    },
    status: 409,
  }),
  confirmCardComponents: ({ completed }) => ({
    params: { ref: completed.merchantRefNumber },
    body: { token: 'cardtemp_example' },
  }),
  listKeptCards: ({ owner }) => ({ params: { accountGuid: owner.account.guid } }),
  deleteKeptCard: ({ owner, keptCardId }) => ({ params: { accountGuid: owner.account.guid, id: keptCardId } }),
  getInvoice: ({ owner, orderGuid }) => ({ params: { orderGuid, accountGuid: owner.account.guid } }),
  emailInvoice: ({ owner, orderGuid }) => ({
    params: { guid: orderGuid },
    body: { accountGuid: owner.account.guid, orderGuid, email: 'jo@example.com' },
  }),
  listPaymentHistory: ({ owner }) => ({
    params: { guid: owner.account.guid },
    query: {
      page: 1,
      rows: 10,
      skip: 0,
      take: 5,
      fromDate: '2026-01-01 00:00:00',
      toDate: '2026-12-31 23:59:59',
    },
  }),
  getPaymentDateRange: ({ owner }) => ({ params: { guid: owner.account.guid } }),
  getAccountPayment: ({ owner, completed }) => ({ params: { guid: owner.account.guid, id: completed.id } }),
  getReceipt: ({ owner, completed }) => ({ params: { id: completed.id, accountGuid: owner.account.guid } }),
  emailReceipt: ({ completed }) => ({ params: { id: completed.id } }),
  emailReceiptTo: ({ owner, completed }) => ({
    params: { id: completed.id },
    body: { paymentId: completed.id, accountGuid: owner.account.guid, email: 'jo@example.com' },
  }),
};
