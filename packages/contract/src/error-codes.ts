/**
 * Every error code that an answer can carry, with its HTTP status.
 * The texts are in `languages/Server/<language>.json` under `errors.<code>`.
 * Of the portal's calls only ACCOUNT_CLOSED and FOREIGN_ORIGIN answer 403, because the portal ends the session on any
 * 403 (decision C6.5). The integration API has a 403 of its own.
 */
export const errorStatus = {
  // sign-in; the specification gives the first two names
  InvalidOperationException: 401,
  AuthenticationException: 401,
  NOT_SIGNED_IN: 401,
  ACCOUNT_CLOSED: 403,
  FOREIGN_ORIGIN: 403,
  STAFF_READ_ONLY: 409,
  // any call
  INVALID_REQUEST: 400,
  TENANT_MISMATCH: 400,
  TENANT_UNKNOWN: 404,
  NOT_FOUND: 404,
  FEATURE_DISABLED: 404,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  // the integration API
  API_KEY_INVALID: 401,
  SCOPE_MISSING: 403,
  // registration; the specification gives the name ALREADYREGISTERED
  ALREADYREGISTERED: 409,
  CODE_NOT_FOUND: 404,
  EMAIL_IN_USE: 409,
  // passwords
  PASSWORD_COMPLEXITY: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_COMMON: 400,
  WRONG_PASSWORD: 400,
  INVALID_TOKEN: 410,
  // single sign-on
  SIGN_ON_EXPIRED: 410,
  // 401 and 403 would end the session, but this error lets it continue
  AUTHENTICATION_TOO_OLD: 409,
  // account
  FIELD_LOCKED: 400,
  ACCOUNT_CHANGED: 409,
  // documents
  DOCUMENT_EXPIRY_REQUIRED: 400,
  DOCUMENT_EXPIRY_IN_PAST: 400,
  DOCUMENT_COMPLETE: 409,
  UPLOAD_TOO_LARGE: 413,
  UPLOAD_EMPTY: 400,
  UPLOAD_TYPE_REFUSED: 415,
  UPLOAD_UNREADABLE: 400,
  UPLOAD_PICTURE_TOO_LARGE: 400,
  UPLOAD_ACTIVE_PDF: 400,
  UPLOAD_ACTIVE_WORD: 400,
  UPLOAD_QUOTA: 409,
  UPLOAD_INFECTED: 400,
  UPLOAD_UNCHECKED: 503,
  // payments
  TOO_MANY_PAYMENTS: 429,
  AMOUNT_CHANGED: 409,
  ORDER_NOT_PAYABLE: 409,
  PAYMENT_TOO_LARGE: 409,
  PAYMENT_IN_PROGRESS: 409,
  PAYMENT_STATE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  RAW_CARD_DATA: 400,
  PROVIDER_UNAVAILABLE: 503,
  PAYMENT_PAGE_UNAVAILABLE: 503,
  SIGNATURE_INVALID: 400,
  // stored cards
  CARD_REFUSED: 409,
  CARD_NOT_AUTHENTICATED: 409,
  TOO_MANY_CARDS: 409,
  ADDRESS_IN_USE: 409,
  PAY_LINK_EXPIRED: 410,
  // agreements
  ALREADY_SIGNED: 409,
  AGREEMENT_CHANGED: 409,
  AGREEMENT_WITHDRAWN: 409,
  AGREEMENT_EXPIRED: 409,
  SIGNATURE_UNUSABLE: 400,
  SIGNATURE_TOO_SHORT: 400,
  SIGNER_EMAIL_UNKNOWN: 400,
  // receipts
  RECEIPT_NOT_READY: 409,
  NO_ACCOUNT_EMAIL: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
