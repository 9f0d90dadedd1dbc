import { apiBase } from '@quayside/contract/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';
import { makeTenant } from './testing/factories.ts';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface OpenApi {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

let app: TestApp;
let document: OpenApi;

beforeAll(async () => {
  app = await startTestApp();
  await makeTenant(app, { key: 'saltmarsh' });
  document = (await app.client('saltmarsh').get(`${apiBase}openapi.json`)).body as unknown as OpenApi;
});
afterAll(() => app.close());

/** The calls of the specifications, and of the decisions about them, as these spell them. */
const specified = `
  POST auth/credentials
  GET getSession
  GET auth/logout
  GET auth/{providerKey}
  GET portal/renewalTokenByUserId
  GET portal/checkRenewalToken
  POST portal/account/register
  POST portal/passwordReset
  GET portal/validate-password-token/{token}
  POST portal/reset-password
  GET portal/{accountGuid}/account
  POST portal/account
  POST portal/consent-groups
  GET accounts/by-guid/{guid}/consent-info
  POST accounts/{guid}/by-guid/update-consent-groups
  POST accounts/by-guid/contact-us/{guid}
  GET country/list
  GET portal/config
  GET portal/sites
  GET portal/{guid}/summary
  GET portal/agreement/unsigned/count/{accountGuid}
  GET portal/agreement/unsigned/{guid}
  GET portal/agreement/signed/{guid}
  POST portal/agreement/sign
  POST portal/agreement/{guid}/validate-email
  GET portal/account-agreements/{accountGuid}
  GET agreement/{agreementGuid}/download
  GET portal/files/{guid}
  GET portal/account/{guid}/documents
  POST portal/account/{guid}/document/{id}/downloaded
  POST portal/account/{guid}/document/new
  POST portal/account/{accountGuid}/file/new
  GET portal/account/{guid}/estimates
  GET portal/account/{guid}/estimates/date-range
  GET portal/account/{guid}/estimate/{id}
  POST portal/account/{guid}/estimate/{id}/send
  GET portal/account/{guid}/estimates/document/{id}
  GET portal/occupancies/{guid}
  GET payment-providers/portal/{siteId}
  GET payment-providers/quick-pay/{siteId}
  GET portal/{guid}/orders/outstanding
  GET portal/account/{guid}/order-history
  GET portal/account/{guid}/order/{id}
  GET portal/account/{guid}/order/date-range
  GET portal/account/{guid}/payment-history
  GET portal/account/{guid}/payment/{id}
  GET portal/account/{guid}/payment/date-range
  GET account-validator/{providerKey}/{accountGuid}
  GET payment-providers/metadata
  POST payment
  GET payment/{merchantRefNum}
  POST payment/cancel/{ref}
  POST payment/paypal/get-token/by-guid
  POST quick-pay/paypal/get-token/by-guid
  POST payment/paypal/confirm
  GET payment/paypal/{reference}
  POST paysafe/3ds/v2/authentications
  POST paysafe/3ds/v2/authentications/lookup
  POST paysafe/profiles/{id}/address
  POST paysafe/profiles/{id}/address/{addressId}
  DELETE paysafe/profiles/{id}/address/{addressId}
  POST paysafe/profiles/by-guid/{accountGuid}/card
  POST paysafe/profiles/{id}/card/{cardId}
  POST paysafe/profiles/{id}/card/{cardId}/new-address
  DELETE paysafe/profiles/{id}/card/{cardId}
  POST paysafe/google-pay/single-use-token
  POST paysafe/pay
  POST paysafe/create-payment
  POST paysafe/payment/failed
  GET paysafe/profile/by-guid/{guid}
  GET paysafe/profile/by-order-guid/{guid}
  GET portal/order/{guid}
  POST quick-pay/portal/login
  GET quick-pay/renewal-token/{guid}
  POST portal/email/receipt-to/{id}
  POST portal/email/receipt/{id}
  POST portal/email/invoice/{guid}
  GET portal/receipt/{id}/{accountGuid}
  GET portal/invoice/by-guid/{orderGuid}/{accountGuid}
  POST auth/logout
  GET auth/{providerKey}/callback
  POST portal/change-password
  GET portal/account/by-guid/{guid}
  GET portal/account/{guid}/ineligible-cards
  POST portal/account/{guid}/ineligible-cards/{id}/register
  DELETE portal/account/{guid}/ineligible-cards/{id}
  POST consent/unsubscribe/{token}
  POST quick-pay/renewal-token/{guid}
  POST clear-accept/payment-requests
  POST clear-accept/payment-requests/{ref}/confirm
  GET clear-accept/cards/{accountGuid}
  DELETE clear-accept/cards/{accountGuid}/{id}
  POST payment/apple-pay/session
  POST payment/apple-pay
  POST paysafe/3ds/v1/enrollment
  POST three-d-s-callback
  POST hooks/{provider}/{tenant}
  POST client-errors
  POST agreement/verify
  GET languages
  GET languages/{folder}/{language}
  GET openapi.json
  GET health`
  .trim()
  .split('\n')
  .map((line) => line.trim());

const operationOf = (line: string): Operation | undefined => {
  const [method = '', path = ''] = line.split(' ');
  return document.paths[`/${path}`]?.[method.toLowerCase()];
};

/** A schema with all that its references lead to, without the alternative of null. */
function whole(schema: Schema): Schema {
  const { $ref, anyOf, properties, items, ...rest } = schema;
  const name = $ref?.replace('#/components/schemas/', '');
  if (name !== undefined) return whole(document.components.schemas[name] ?? {});
  if (anyOf?.length === 2) return whole(anyOf[0] ?? {});
  const fieldsOf = Object.entries(properties ?? {}).map(([key, field]) => [key, whole(field)]);
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(fieldsOf) }),
    ...(items && { items: whole(items) }),
  };
}

const answerOf = (line: string): Schema => {
  const content = operationOf(line)?.responses['200']?.content;
  return whole(content?.['application/json']?.schema ?? {});
};
const bodyOf = (line: string): Schema =>
  whole(operationOf(line)?.requestBody?.content['application/json']?.schema ?? {});

test('[CALL-1] every specified call that exists is in the OpenAPI document, on its method and path', () => {
  expect(specified.filter((line) => !operationOf(line))).toEqual([]);
});

test('[CALL-1] every call of the contract is in the OpenAPI document', () => {
  const missing = app.app.routesOfContract
    .map(({ call }) => `${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`)
    .filter((line) => !operationOf(line));
  expect(missing).toEqual([]);
});

const fields = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {});

test('[CALL-2] requests carry the specified fields', () => {
  expect(fields(bodyOf('POST auth/credentials'))).toEqual(['userName', 'password', 'rememberMe']);
  expect(fields(bodyOf('POST portal/account'))).toEqual(['account', 'consentGroups']);
  expect(fields(bodyOf('POST portal/consent-groups'))).toEqual(['guid', 'renewalToken', 'consentGroups']);
  expect(fields(bodyOf('POST accounts/{guid}/by-guid/update-consent-groups'))).toEqual([
    ...['accountGuid', 'emailMessageId', 'idBools', 'source'],
  ]);
  expect(fields(bodyOf('POST accounts/by-guid/contact-us/{guid}'))).toEqual(['message']);
  expect(fields(bodyOf('POST paysafe/3ds/v2/authentications'))).toEqual(
    expect.arrayContaining(['deviceFingerprintingId', 'merchantRefNum', 'amount', 'paymentToken', 'cvv', 'profile']),
  );
  expect(fields(bodyOf('POST paysafe/3ds/v2/authentications/lookup'))).toEqual([
    'authenticationId',
    'paymentRequest',
    'cardType',
  ]);
  expect(fields(bodyOf('POST paysafe/payment/failed'))).toEqual([
    'merchantRef',
    'errorCode',
    'errorMessage',
    'transactionRef',
  ]);
  expect(fields(bodyOf('POST portal/agreement/sign'))).toEqual(
    expect.arrayContaining(['guid', 'signature', 'fullName', 'email']),
  );
  expect(fields(bodyOf('POST portal/agreement/{guid}/validate-email'))).toContain('email');
  expect(fields(bodyOf('POST paysafe/pay'))).toEqual(
    expect.arrayContaining([
      ...['accountGuid', 'amount', 'orderIds', 'token', 'address', 'holderName', 'nickName'],
      ...['paymentChannel', 'isVaultCard', 'cvv', 'threeDsResponse'],
    ]),
  );
  const recipient = ['paymentId', 'accountGuid', 'email'];
  expect(fields(bodyOf('POST portal/email/receipt-to/{id}'))).toEqual(recipient);
  expect(fields(bodyOf('POST portal/email/receipt/{id}'))).toEqual(recipient);
  expect(fields(bodyOf('POST portal/account/register'))).toEqual(['account', 'password']);
  expect(fields(bodyOf('POST quick-pay/portal/login'))).toEqual(['password', 'accountGuid']);
  expect(fields(bodyOf('POST portal/passwordReset'))).toEqual(['email']);
  expect(fields(bodyOf('POST portal/reset-password'))).toEqual(['token', 'password']);
});

test('[CALL-2] answers carry the specified fields', () => {
  expect(fields(answerOf('GET getSession').properties?.userSession)).toEqual(
    expect.arrayContaining(['isAuthenticated', 'isAccountUser', 'userId', 'accountGuid']),
  );
  const account = answerOf('GET portal/{accountGuid}/account').properties?.account;
  expect(fields(account)).toEqual(
    expect.arrayContaining(['titledFullName', 'countyCode', 'siteName', 'consentGroups']),
  );
  const consents = ['consentGroupId', 'externalDescription', 'isGranted'];
  expect(fields(account?.properties?.consentGroups?.items)).toEqual(consents);
  const info = answerOf('GET accounts/by-guid/{guid}/consent-info');
  expect(fields(info)).toEqual(['consentInfo', 'maskedEmail']);
  expect(fields(info.properties?.consentInfo?.items)).toEqual(consents);
  const config = answerOf('GET portal/config');
  expect(fields(config)).toEqual(
    expect.arrayContaining([
      ...['key', 'name', 'portalTitle', 'logo', 'brand', 'messages', 'lookups', 'backgroundColour', 'backgroundImage'],
      ...[
        'paymentApiUrl',
        'microAppApi',
        'agreementsEnabled',
        'rootUrl',
        'styles',
        'translations',
        'culture',
        'permissions',
      ],
    ]),
  );
  expect(fields(config.properties?.culture)).toEqual(
    expect.arrayContaining([
      ...['defaultLanguage', 'availableLanguages', 'twoDigitCountryCode', 'measurementSystem', 'minorCurrencyUnit'],
      ...['currencyDecimalPlaces', 'isoCurrencyCode', 'baseCulture'],
    ]),
  );
  expect(fields(answerOf('GET portal/{guid}/summary'))).toEqual(
    expect.arrayContaining(['boats', 'numberUnpaidOrders', 'totalOutstanding']),
  );
  const toSign = answerOf('GET portal/agreement/unsigned/{guid}');
  expect(fields(toSign)).toEqual(['agreement', 'account', 'site']);
  expect(fields(toSign.properties?.account)).toEqual(
    expect.arrayContaining(['guid', 'email', 'titledFullName', 'registeredForPortal']),
  );
  expect(fields(toSign.properties?.site)).toEqual(expect.arrayContaining(['address', 'telephone']));
  expect(fields(answerOf('GET portal/agreement/signed/{guid}').properties?.agreement)).toEqual(
    expect.arrayContaining([
      ...['guid', 'type', 'startDate', 'endDate', 'isSigned', 'createdOn', 'captureTime', 'fullName', 'email'],
      ...['declarationText', 'signature', 'ipAddress', 'browser', 'os', 'userAgent', 'hardAgreementUploaded'],
      ...['fileReferences', 'associations', 'signerAccount'],
    ]),
  );
  expect(fields(answerOf('POST portal/agreement/{guid}/validate-email'))).toContain('isValid');
  const order = answerOf('GET portal/{guid}/orders/outstanding').properties?.orders?.items;
  expect(fields(order)).toEqual(
    expect.arrayContaining([
      ...['id', 'guid', 'createdOn', 'taxPointDate', 'orderType', 'paymentStatus', 'grossOrderCost'],
      ...['outstandingAmount', 'agreement'],
    ]),
  );
  expect(fields(answerOf('GET payment/{merchantRefNum}'))).toEqual(
    expect.arrayContaining([
      ...['paymentStatus', 'errorDescription', 'reference', 'merchantRefNumber', 'errorCode', 'amount'],
      ...['transactionDate', 'paymentId', 'availableAmount', 'maskedCardNumber', 'paymentMethod', 'paymentChannel'],
    ]),
  );
  const quickPay = answerOf('GET portal/order/{guid}').properties?.order;
  expect(fields(quickPay)).toEqual(
    expect.arrayContaining(['orderSummary', 'site', 'account', 'id', 'guid', 'outstandingAmount', 'agreement']),
  );
  expect(fields(quickPay?.properties?.account)).toEqual(
    expect.arrayContaining(['guid', 'siteId', 'name', 'registeredForPortal']),
  );
  const profile = answerOf('GET paysafe/profile/by-guid/{guid}').properties?.profile;
  expect(fields(profile)).toEqual(['id', 'cards', 'addresses']);
  expect(fields(profile?.properties?.cards?.items)).toEqual(
    expect.arrayContaining([
      ...['id', 'cardType', 'cardBin', 'lastDigits', 'cardExpiry', 'holderName', 'nickName'],
      ...['billingAddressId', 'defaultCardIndicator', 'hasExpired'],
    ]),
  );
  // A stored card's paymentToken is single-use, so it comes with the payment that it is for (decision P3.9).
  const { storedCard } = answerOf('POST paysafe/create-payment').properties ?? {};
  expect(fields(storedCard)).toEqual(expect.arrayContaining(['paymentToken', 'singleUseCustomerToken']));
});
