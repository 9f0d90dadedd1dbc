import type { Call } from './call.ts';
import { type ErrorCode, errorStatus } from './error-codes.ts';

const limited = ['TOO_MANY_REQUESTS'] as const;

const newPassword = ['PASSWORD_COMPLEXITY', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'] as const;

const wrongLogin = ['InvalidOperationException', 'AuthenticationException', ...limited] as const;

/** Errors of calls that continue a payment: its orders may have changed, and its provider may be down. */
const goesOn = [
  'AMOUNT_CHANGED',
  'ORDER_NOT_PAYABLE',
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_STATE',
  'PROVIDER_UNAVAILABLE',
  ...limited,
] as const;

const startsPayment = [...goesOn, 'PAYMENT_TOO_LARGE', 'TOO_MANY_PAYMENTS'] as const;

/** Errors of calls that ask the provider's vault. */
const asksVault = ['CARD_REFUSED', 'FEATURE_DISABLED', 'PROVIDER_UNAVAILABLE', ...limited] as const;

const mailsPaper = ['NO_ACCOUNT_EMAIL', ...limited] as const;

const agreementIsOver = ['AGREEMENT_WITHDRAWN', 'AGREEMENT_EXPIRED'] as const;

/**
 * The errors of each call beyond those that its definition implies, by the call's name. They are apart from the
 * definitions, because every browser loads those. The server's tests fail if an answer has a code that is not
 * declared.
 */
const ownErrors: Record<string, readonly ErrorCode[]> = {
  reportClientError: limited,
  // identity
  signIn: wrongLogin,
  signInFromQuickPay: wrongLogin,
  signOut: ['FOREIGN_ORIGIN'],
  confirmPassword: ['WRONG_PASSWORD', ...limited],
  getRenewalTokenByUserId: ['NOT_FOUND'],
  changeLoginAddress: ['WRONG_PASSWORD', 'EMAIL_IN_USE', ...limited],
  sendConfirmationAgain: limited,
  validateConfirmation: ['INVALID_TOKEN'],
  confirmAddress: ['INVALID_TOKEN', 'EMAIL_IN_USE'],
  startSignOn: limited,
  confirmSignOn: ['WRONG_PASSWORD', 'SIGN_ON_EXPIRED', ...limited],
  openStaffView: ['INVALID_TOKEN'],
  checkRenewalToken: ['CODE_NOT_FOUND', 'ALREADYREGISTERED', ...limited],
  registerAccount: ['CODE_NOT_FOUND', 'ALREADYREGISTERED', 'EMAIL_IN_USE', ...newPassword, ...limited],
  requestPasswordReset: limited,
  validatePasswordToken: ['INVALID_TOKEN', ...limited],
  resetPassword: ['INVALID_TOKEN', ...newPassword, ...limited],
  changePassword: ['WRONG_PASSWORD', ...newPassword, ...limited],
  // account
  saveAccount: ['FIELD_LOCKED', 'ACCOUNT_CHANGED', 'FEATURE_DISABLED', 'AUTHENTICATION_TOO_OLD'],
  contactUs: limited,
  // consent
  getConsentInfo: limited,
  getConsentInfoByAccount: limited,
  updateConsentGroups: limited,
  updateConsentGroupsByGuid: limited,
  sendConsentLink: limited,
  // mail-links
  openMailLink: ['INVALID_TOKEN', ...limited],
  sendNewMailLink: limited,
  // agreements
  getUnsignedAgreement: agreementIsOver,
  validateAgreementEmail: [...agreementIsOver, ...limited],
  sendAgreementEmailCode: [...agreementIsOver, ...limited],
  signAgreement: [
    'ALREADY_SIGNED',
    'AGREEMENT_CHANGED',
    'SIGNATURE_UNUSABLE',
    'SIGNATURE_TOO_SHORT',
    'SIGNER_EMAIL_UNKNOWN',
    ...agreementIsOver,
    ...limited,
  ],
  downloadAgreement: [...agreementIsOver, ...limited],
  verifyAgreement: limited,
  // documents, estimates and orders
  createDocument: ['DOCUMENT_EXPIRY_REQUIRED', 'DOCUMENT_EXPIRY_IN_PAST', ...limited],
  uploadFile: [
    'DOCUMENT_COMPLETE',
    'UPLOAD_TOO_LARGE',
    'UPLOAD_EMPTY',
    'UPLOAD_TYPE_REFUSED',
    'UPLOAD_UNREADABLE',
    'UPLOAD_ACTIVE_PDF',
    'UPLOAD_ACTIVE_WORD',
    'UPLOAD_QUOTA',
    'UPLOAD_PICTURE_TOO_LARGE',
    'UPLOAD_INFECTED',
    'UPLOAD_UNCHECKED',
  ],
  makeCalendarLink: limited,
  getCalendarFeed: ['NOT_FOUND', ...limited],
  exportOrders: limited,
  exportPayments: limited,
  downloadPapers: ['FEATURE_DISABLED', 'NOT_FOUND', ...limited],
  emailEstimate: mailsPaper,
  getEstimateDocument: limited,
  getOrder: ['FEATURE_DISABLED'],
  getInvoice: ['FEATURE_DISABLED', ...limited],
  emailInvoice: ['FEATURE_DISABLED', ...mailsPaper],
  // payments
  getReceipt: ['RECEIPT_NOT_READY', 'FEATURE_DISABLED', ...limited],
  emailReceipt: ['RECEIPT_NOT_READY', 'FEATURE_DISABLED', ...mailsPaper],
  emailReceiptTo: ['RECEIPT_NOT_READY', 'FEATURE_DISABLED', ...mailsPaper],
  cancelPayment: goesOn,
  startPagePayment: [...startsPayment, 'PAYMENT_PAGE_UNAVAILABLE'],
  startExpressPayment: [...startsPayment, 'PAYMENT_PAGE_UNAVAILABLE'],
  startQuickPayExpressPayment: [...startsPayment, 'PAYMENT_PAGE_UNAVAILABLE'],
  confirmExpressPayment: goesOn,
  receiveProviderEvent: ['SIGNATURE_INVALID', ...limited],
  // cards
  createCardPayment: startsPayment,
  authenticateCard: goesOn,
  lookUpCardAuthentication: goesOn,
  enrollCard: goesOn,
  takeBankAnswer: ['INVALID_TOKEN'],
  payByCard: goesOn,
  reportFailedCardPayment: goesOn,
  exchangeGooglePayToken: startsPayment,
  openApplePaySession: startsPayment,
  payByApplePay: startsPayment,
  openCardComponents: startsPayment,
  confirmCardComponents: goesOn,
  deleteKeptCard: ['PROVIDER_UNAVAILABLE'],
  getCardVaultProfile: asksVault,
  addBillingAddress: asksVault,
  updateBillingAddress: asksVault,
  deleteBillingAddress: ['ADDRESS_IN_USE', ...asksVault],
  addCard: ['TOO_MANY_CARDS', ...asksVault],
  updateCard: asksVault,
  addAddressToCard: asksVault,
  deleteCard: asksVault,
  registerIneligibleCard: ['CARD_NOT_AUTHENTICATED', 'TOO_MANY_CARDS', ...asksVault],
  deleteIneligibleCard: asksVault,
  // the integration API
  'payLinks.create': ['FEATURE_DISABLED', 'ORDER_NOT_PAYABLE', 'NO_ACCOUNT_EMAIL'],
  // quick pay
  getQuickPayOrder: ['PAY_LINK_EXPIRED', ...limited],
  listQuickPayProviders: ['PAY_LINK_EXPIRED', ...limited],
  getCardVaultProfileByOrder: ['PAY_LINK_EXPIRED', ...asksVault, ...limited],
  checkQuickPayRegistration: ['PAY_LINK_EXPIRED', ...limited],
  sendQuickPayRegistration: ['PAY_LINK_EXPIRED', ...limited],
  emailReceiptOfOrder: ['PAY_LINK_EXPIRED', 'RECEIPT_NOT_READY', ...mailsPaper],
};

/**
 * Returns the codes that a call may answer, sorted by status: those that its definition implies and those in
 * `ownErrors`.
 */
export function errorsOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...impliedErrors(call), ...(ownErrors[call.name] ?? [])]);
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b]);
}

/** The names of the calls in `ownErrors`. A test compares them, so that a renamed call keeps its errors. */
export const callsWithOwnErrors: readonly string[] = Object.keys(ownErrors);

function* impliedErrors(call: Call): Generator<ErrorCode> {
  yield* ['INVALID_REQUEST', 'INTERNAL_ERROR', 'UNAVAILABLE'] as const;
  const isIntegration = call.access === 'integration';
  if (isIntegration) yield* ['API_KEY_INVALID', 'TOO_MANY_REQUESTS'] as const;
  if (call.scopes.length > 0) yield 'SCOPE_MISSING';
  if (isIntegration && call.versioned && call.method !== 'GET') yield* ['VERSION_CHANGED', 'ROW_REFUSED'] as const;
  if (call.ofTenant && !isIntegration) yield 'TENANT_UNKNOWN';
  if (call.ofTenant && !isIntegration && call.access !== 'webhook') yield 'TENANT_MISMATCH';
  if (call.access === 'account' || call.access === 'payer') yield* ['NOT_SIGNED_IN', 'ACCOUNT_CLOSED'] as const;
  if (call.method !== 'GET')
    yield* ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RAW_CARD_DATA'] as const;
  if (call.method !== 'GET' && !call.fromAnySite) yield 'FOREIGN_ORIGIN';
  if (call.staff === 'no') yield 'STAFF_READ_ONLY';
  if (call.permissions.length > 0 || call.feature || call.passwordFor) yield 'FEATURE_DISABLED';
  if (call.recentSignIn) yield 'AUTHENTICATION_TOO_OLD';
  if (call.idempotent) yield isIntegration ? 'IDEMPOTENCY_KEY_CONFLICT' : 'IDEMPOTENCY_KEY_REUSED';
  // Something that the call names but its caller doesn't own gets the same answer as something that doesn't exist.
  if (call.path.includes(':') || call.accountIn || call.paymentIn || call.access.startsWith('key:')) yield 'NOT_FOUND';
}
