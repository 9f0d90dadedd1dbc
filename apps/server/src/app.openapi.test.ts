import { readFileSync } from 'node:fs';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';
import { makeTenant } from './testing/factories/factories.ts';

/** Returns the words of a text. */
const words = (text: string): string[] => text.trim().split(/\s+/);

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  'x-access': string;
  'x-staff': string;
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

/**
 * The calls of the specifications and their decisions, with their spelling. The list of partners' apps is left out,
 * because a partner serves it. `who` is public, account, webhook, or everybody with a key; `staff` says if staff
 * who view a customer's portal may make the call.
 */
const specified = readFileSync(new URL('testing/contract/specified-calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method, path, who, staff] = line.split('\t');
    return { line: `${method} ${path}`, who: who ?? '', staff: staff ?? '' };
  });

const operationOf = (line: string): Operation | undefined => {
  const [method = '', path = ''] = line.split(' ');
  return document.paths[`/${path}`]?.[method.toLowerCase()];
};

/** Returns a schema with its references resolved, without the alternative of null. */
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
  expect(specified.map(({ line }) => line).filter((line) => !operationOf(line))).toEqual([]);
});

test('[CALL-1] each says whom it is for: everybody, an account, a provider or a key’s holder', () => {
  const wrong = specified.filter(({ line, who }) => {
    const access = operationOf(line)?.['x-access'];
    if (who === 'public' || who === 'webhook' || who === 'account') return access !== who;
    return access === 'public' && !who.startsWith('key');
  });
  expect(wrong.map(({ line, who }) => `${line}: ${who}, not ${operationOf(line)?.['x-access']}`)).toEqual([]);
});

test('[CALL-1] each says what staff may do with it, as specified', () => {
  const wrong = specified.filter(({ line, staff }) => staff !== '-' && operationOf(line)?.['x-staff'] !== staff);
  expect(wrong.map(({ line, staff }) => `${line}: ${staff}, not ${operationOf(line)?.['x-staff']}`)).toEqual([]);
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
  expect(fields(bodyOf('POST accounts/{guid}/by-guid/update-consent-groups'))).toEqual(
    words('accountGuid emailMessageId idBools source'),
  );
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
    expect.arrayContaining(
      words(
        'accountGuid amount orderIds token address holderName nickName paymentChannel isVaultCard cvv threeDsResponse',
      ),
    ),
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
    expect.arrayContaining(
      words(`
        key name portalTitle logo brand messages lookups backgroundColour backgroundImage paymentApiUrl microAppApi
        agreementsEnabled rootUrl styles translations culture permissions
      `),
    ),
  );
  expect(fields(config.properties?.culture)).toEqual(
    expect.arrayContaining(
      words(`
        defaultLanguage availableLanguages twoDigitCountryCode measurementSystem minorCurrencyUnit
        currencyDecimalPlaces isoCurrencyCode baseCulture
      `),
    ),
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
    expect.arrayContaining(
      words(`
        guid type startDate endDate isSigned createdOn captureTime fullName email declarationText signature
        ipAddress browser os userAgent hardAgreementUploaded fileReferences associations signerAccount
      `),
    ),
  );
  expect(fields(answerOf('POST portal/agreement/{guid}/validate-email'))).toContain('isValid');
  const order = answerOf('GET portal/{guid}/orders/outstanding').properties?.orders?.items;
  expect(fields(order)).toEqual(
    expect.arrayContaining(
      words('id guid createdOn taxPointDate orderType paymentStatus grossOrderCost outstandingAmount agreement'),
    ),
  );
  expect(fields(answerOf('GET payment/{merchantRefNum}'))).toEqual(
    expect.arrayContaining(
      words(`
        paymentStatus errorDescription reference merchantRefNumber errorCode amount transactionDate paymentId
        availableAmount maskedCardNumber paymentMethod paymentChannel
      `),
    ),
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
    expect.arrayContaining(
      words(`
        id cardType cardBin lastDigits cardExpiry holderName nickName billingAddressId defaultCardIndicator
        hasExpired
      `),
    ),
  );
  // A stored card's paymentToken can be used once, so it comes with the payment that it is for (decision P3.9).
  const { storedCard } = answerOf('POST paysafe/create-payment').properties ?? {};
  expect(fields(storedCard)).toEqual(expect.arrayContaining(['paymentToken', 'singleUseCustomerToken']));
});

/** Returns the names of fields in a body or an answer, by the path to them: `[]` enters a list. */
function fieldsAt(schema: Schema, way: string): string[] {
  const steps = way.split('.').filter((step) => step !== '');
  const at = steps.reduce<Schema | undefined>((found, step) => {
    const field = found?.properties?.[step.replace('[]', '')];
    return step.endsWith('[]') ? field?.items : field;
  }, schema);
  return fields(at);
}

const account = words(`
  id guid title firstname lastname titledFullName phone mobile email address1 address2 town county countyCode
  postcode country countryCode siteName siteId renewalToken registeredForPortal consentGroups
`);
const pages = ['totalItems', 'totalPages'];
const agreementOfOrder = ['guid', 'isSigned', 'signatureRequired', 'agreementType'];
const order = words(`
  id guid createdOn taxPointDate orderType paymentStatus grossOrderCost outstandingAmount totalPaid details
  payments agreement
`);
const orderLine = words('name quantity grossCost grossUnitCost startDate departureDate location boatName');
const payment = words(`
  id createdOn paymentStatus amount availableAmount paymentMethod paymentAllocations paymentChannel
  maskedCardNumber reference transactionDate paymentId
`);
const allocation = ['id', 'createdOn', 'orderId', 'amount'];
const provider = words(`
  key displayName logo paymentImplementation value inTestMode publicApiKey config rememberCardByDefault
  isApplePayEnabled isGooglePayEnabled googlePayMerchantId googlePayGatewayMerchantId
`);
const address = ['id', 'nickName', 'address1', 'address2', 'town', 'state', 'postcode', 'country', 'isDefault'];
const documentType = words(`
  id name guidance isExpiryRequired expiresOn hasExpired hasAccountDocument accountDocumentName accountDocumentId
  attachmentLevel createdOn fileReferenceGuid boat
`);
const estimate = words(`
  id createdOn expiryDate startDate departureDate ref status grossCost netCost vatAmount convertedOrderId
  estimateDetails
`);
const estimateLine = words(
  'tariffName grossUnitCost calculatedQuantity netCost vatAmount grossCost boatName boatLength',
);

/** The specified fields of answers, by the calls that give them (CALL-2). */
const answered: readonly [line: string, way: string, names: readonly string[]][] = [
  ['GET portal/{accountGuid}/account', 'account', account],
  ['GET country/list', 'countries[]', ['alpha2', 'name', 'states']],
  ['GET portal/config', 'lookups', ['titles', 'contactUsSubjects']],
  ['GET portal/config', 'brand', ['logo', 'title', 'url']],
  ['GET portal/config', 'permissions', ['invoicingEnabled', 'showAccountActivity', 'showEstimates']],
  ['GET portal/config', 'permissions', ['showNotificationPreferences', 'showWaitingLists', 'allowAccountEdit']],
  ['GET portal/config', 'permissions', ['uneditableAccountProperties']],
  ['GET portal/config', 'authProviders[]', ['key', 'displayName', 'colour', 'icon', 'enabledInPortal']],
  ['GET portal/{guid}/summary', 'boats[]', ['name', 'type', 'length', 'beam', 'draft', 'relationship']],
  ['GET portal/{guid}/summary', 'boats[]', ['currentStickerNumber']],
  ['GET portal/{guid}/summary', '', ['numberUnpaidOrders', 'totalOutstanding', 'waitingListsItems']],
  ['GET portal/{guid}/summary', '', ['outstandingAgreements']],
  ['GET portal/account-agreements/{accountGuid}', '', ['agreements', ...pages]],
  ['GET portal/agreement/unsigned/{guid}', 'account', ['guid', 'email', 'titledFullName', 'registeredForPortal']],
  ['GET portal/account/{guid}/documents', '', ['accountDocumentAssociation', 'boatDocumentAssociations']],
  ['GET portal/account/{guid}/documents', '', ['hasAnyDocuments', 'hasInactiveDocuments']],
  ['GET portal/account/{guid}/documents', 'accountDocumentAssociation.documentTypes[]', documentType],
  ['GET portal/account/{guid}/documents', 'boatDocumentAssociations[]', ['object', 'documentTypes']],
  ['GET portal/account/{guid}/estimates', '', pages],
  ['GET portal/account/{guid}/estimate/{id}', 'estimate', estimate],
  ['GET portal/account/{guid}/estimate/{id}', 'estimate.estimateDetails[]', estimateLine],
  ['GET portal/occupancies/{guid}', '', ['items', ...pages]],
  ['GET portal/occupancies/{guid}', 'items[]', ['boatName', 'from', 'depart', 'assetName', 'type']],
  ['GET portal/account/{guid}/order-history', '', ['orders', ...pages]],
  ['GET portal/account/{guid}/order/{id}', 'order', order],
  ['GET portal/account/{guid}/order/{id}', 'order.details[]', orderLine],
  ['GET portal/account/{guid}/order/{id}', 'order.agreement', agreementOfOrder],
  ['GET portal/account/{guid}/payment-history', '', ['payments', ...pages]],
  ['GET portal/account/{guid}/payment/{id}', 'payment', payment],
  ['GET portal/account/{guid}/payment/{id}', 'payment.paymentAllocations[]', allocation],
  ['GET payment-providers/portal/{siteId}', 'providers[]', provider],
  ['GET payment-providers/quick-pay/{siteId}', 'providers[]', provider],
  ['GET portal/{guid}/orders/outstanding', 'orders[].agreement', agreementOfOrder],
  ['GET paysafe/profile/by-guid/{guid}', 'profile.addresses[]', address],
  ['GET portal/order/{guid}', 'order.site', ['address', 'telephone']],
  ['GET portal/order/{guid}', 'order.orderSummary', ['paymentStatus']],
  ['POST payment/paypal/get-token/by-guid', '', ['redirectUrl']],
  ['POST paysafe/google-pay/single-use-token', '', ['isSuccessful', 'payment', 'googlePayTokenResponse']],
  ['GET portal/agreement/unsigned/count/{accountGuid}', '', ['numberOfUnsignedAgreements']],
];

test.each(answered)('[CALL-2] %s answers in %s the specified fields', (line, way, names) => {
  expect(fieldsAt(answerOf(line), way)).toEqual(expect.arrayContaining([...names]));
});

/** The specified fields of input, by the calls that take them (CALL-2). */
const askedCalls: readonly [line: string, way: string, names: readonly string[]][] = [
  ['POST portal/account/{guid}/document/new', '', ['accountDocument', 'supersedePreviousVersions']],
  ['POST portal/account/{guid}/document/new', 'accountDocument', ['accountId', 'attachmentType', 'boatId', 'name']],
  ['POST portal/account/{guid}/document/new', 'accountDocument', ['documentType', 'documentTypeId', 'expiresOn']],
  ['POST portal/account/{guid}/document/new', 'accountDocument', ['isCurrentVersion', 'notes']],
  ['POST payment', '', ['providerKey', 'amount', 'currencyCode', 'orderIds', 'account', 'testMode', 'paymentMethod']],
  ['POST payment/paypal/get-token/by-guid', '', ['accountGuid', 'orderIds', 'amountToPay', 'returnUrl', 'cancelUrl']],
  ['POST payment/paypal/get-token/by-guid', '', ['paymentMethod']],
  ['POST quick-pay/paypal/get-token/by-guid', '', ['orderGuid', 'amountToPay', 'returnUrl', 'cancelUrl']],
  ['POST quick-pay/paypal/get-token/by-guid', '', ['accountGuid', 'paymentMethod']],
  ['POST payment/paypal/confirm', '', ['PayerID', 'token']],
  ['POST paysafe/profiles/{id}/address', '', ['address', 'siteId']],
  ['POST paysafe/profiles/{id}/address/{addressId}', '', ['address', 'siteId']],
  ['POST paysafe/profiles/by-guid/{accountGuid}/card', '', ['token', 'holderName', 'nickName', 'locale']],
  ['POST paysafe/profiles/{id}/card/{cardId}', '', ['billingAddressId', 'isDefault', 'siteId']],
  ['POST paysafe/profiles/{id}/card/{cardId}/new-address', '', ['address', 'siteId']],
  ['POST paysafe/google-pay/single-use-token', '', ['accountGuid', 'amount', 'orderIds', 'paymentChannel', 'siteId']],
  ['POST paysafe/google-pay/single-use-token', '', ['paymentMethod', 'googlePayPaymentToken']],
  ['POST portal/email/invoice/{guid}', '', ['accountGuid', 'orderGuid']],
];

test.each(askedCalls)('[CALL-2] %s takes in %s the specified fields', (line, way, names) => {
  expect(fieldsAt(bodyOf(line), way)).toEqual(expect.arrayContaining([...names]));
});
