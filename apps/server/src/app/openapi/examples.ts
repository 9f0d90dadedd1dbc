import { isRawCardField } from '../../http/requests/validation.ts';
import type { Schema, SchemaBook } from './schemas.ts';

/** Example values for fields of these names. A value that breaks its field's own rule isn't used. */
const valuesByName: Record<string, string | number | null | boolean | (string | null)[]> = {
  address1: '1 Quay Road',
  address: '1 Quay Road<br/>Saltmarsh',
  amount: 99,
  amountToPay: 99,
  at: '/secure/dashboard',
  alpha2: 'GB',
  baseCulture: 'en-GB',
  beam: 3.4,
  boatName: 'Kittiwake',
  browser: 'Firefox 151',
  cancelUrl: 'https://portal.saltmarsh.example/secure/orders/outstanding',
  cardBin: '400000',
  cardType: 'VI',
  code: 'en-GB',
  colour: '#1f6f8b',
  contentType: 'application/pdf',
  country: ['United Kingdom', 'GB'],
  countryCode: 'GB',
  county: 'Essex',
  // Only countries with states have one.
  countyCode: '',
  culture: 'en-GB',
  currency: 'GBP',
  currencyCode: 'GBP',
  currencyDecimalPlaces: 2,
  defaultLanguage: 'en-GB',
  displayName: 'Card',
  draft: 1.6,
  email: 'jo@example.com',
  emailCode: '123456',
  availableAmount: 0,
  cardSaved: null,
  errorCode: [null, '9001'],
  errorDescription: null,
  saysUncharged: false,
  isTest: false,
  inTestMode: false,
  page: '/secure/dashboard',
  receiptEmail: 'j***@example.com',
  refundedAmount: 0,
  hasExpired: false,
  errorMessage: 'No connection',
  externalDescription: 'News of the marina',
  fieldName: 'email',
  fileName: 'policy.pdf',
  firstname: 'Jo',
  fullName: 'Jo Test',
  grossCost: 120,
  grossOrderCost: 120,
  grossUnitCost: 120,
  holderName: 'J Test',
  invoiceNumber: 'INV-0042',
  ipAddress: '192.0.2.7',
  isoCurrencyCode: 'GBP',
  key: 'saltmarsh',
  language: 'en-GB',
  lastDigits: '1091',
  lastname: 'Test',
  length: 10.5,
  location: 'Berth A12',
  logo: '/brand/saltmarsh.svg',
  maskedCardNumber: '**** 1091',
  maskedEmail: 'j***@example.com',
  merchantRef: 'QS-2026-000042',
  merchantRefNum: 'QS-2026-000042',
  merchantRefNumber: 'QS-2026-000042',
  message: 'Subject: Berths\nIs there one left?',
  minorCurrencyUnit: 100,
  mobile: '+447700900123',
  month: 5,
  name: 'Kittiwake',
  nativeName: 'English',
  netCost: 100,
  nickName: 'Blue card',
  openapi: '3.1.0',
  os: 'Android 17',
  outstandingAmount: 99,
  password: 'Harbour#2026',
  paymentMethod: 'Visa **** 1091',
  paymentToken: 'SCexample',
  phone: '+441632960123',
  position: 3,
  postcode: 'SM1 1AA',
  providerKey: 'harbour-cards',
  quantity: 1,
  ref: 'QS-2026-000042',
  reference: 'QS-2026-000042',
  renewalToken: 'K7TQ2MWP4H',
  returnUrl: 'https://portal.saltmarsh.example/secure/paypal-success',
  rootUrl: 'https://portal.saltmarsh.example',
  rows: 10,
  signature: 'data:image/png;base64,iVBORw0KGgo=',
  siteName: 'Saltmarsh Marina',
  telephone: '+441632960000',
  timeZone: 'Europe/London',
  title: 'Ms',
  titledFullName: 'Ms Jo Test',
  token: 'SCexample',
  town: 'Saltmarsh',
  traceId: '6f1c7c9e-53c8-4d8f-9a51-0c9be1a7d2b4',
  twoDigitCountryCode: 'GB',
  userAgent: 'Mozilla/5.0',
  userName: 'jo@example.com',
  validationUrl: 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
  vatAmount: 20,
  year: 2029,
};

const valuesByFormat: Record<string, string> = {
  guid: '3f8e5c1a-7b2d-4e6f-8a90-1b2c3d4e5f60',
  uuid: '3f8e5c1a-7b2d-4e6f-8a90-1b2c3d4e5f60',
  'date-time': '2026-05-16T09:30:00Z',
  date: '2026-05-16',
  uri: 'https://portal.saltmarsh.example/',
  binary: '(the file)',
};

/** Values to try for texts that only a pattern describes. */
const textsByPattern = [
  '2026-05-16 09:30:00',
  '123456',
  'QS-2026-000042',
  'GBP',
  'ORDERATPROVIDER0042',
  'a'.repeat(64),
  '#1f6f8b',
];

/** Optional fields that only some requests have: most marinas take no parts of an amount, and a new card has no id. */
const rareFields: ReadonlySet<string> = new Set(['partialAmounts', 'cardId']);

/** Tells if examples leave an optional field out although its schema allows it. Raw card data is always refused. */
const isLeftOut = (name: string): boolean => isRawCardField(name) || rareFields.has(name);

/** Makes values that fit the document's schemas, so that no call's example is missing or out of date. */
export class ExampleMaker {
  readonly #book: SchemaBook;

  constructor(book: SchemaBook) {
    this.#book = book;
  }

  /**
   * Returns a value that fits a schema.
   * @param name of the field that holds it
   * @returns undefined if none is known to fit
   */
  valueOf(schema: Schema, name = ''): unknown {
    const whole = this.#book.resolve(schema);
    const [written] = schema.examples ?? [];
    if (written !== undefined) return written;
    const byName = [valuesByName[name]].flat().find((value) => value !== undefined && fits(value, whole));
    if (byName !== undefined) return byName;
    if (isNullable(whole)) return null;
    if (whole.const !== undefined) return whole.const;
    if (whole.enum) return whole.enum[0];
    const [choice] = whole.anyOf ?? [];
    if (choice) return this.valueOf(choice, name);
    if (whole.allOf) return Object.assign({}, ...whole.allOf.map((part) => this.valueOf(part, name)));
    return this.#ofType(whole, typesOf(whole)[0], name);
  }

  #ofType(schema: Schema, type: string | undefined, name: string): unknown {
    if (type === 'object') return this.#objectOf(schema, name);
    if (type === 'array') return this.#listOf(schema, name);
    if (type === 'string') return textOf(schema);
    if (type === 'integer' || type === 'number')
      return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? 0) + 1);
    if (type === 'boolean') return true;
    return type === 'null' ? null : {};
  }

  #listOf({ items = {} }: Schema, name: string): unknown[] {
    const item = this.valueOf(items, name.replace(/s$/, ''));
    return item === undefined ? [] : [item];
  }

  #objectOf({ properties = {}, required = [], additionalProperties }: Schema, name: string): Record<string, unknown> {
    const shown = Object.entries(properties).filter(([key]) => required.includes(key) || !isLeftOut(key));
    const fields = shown.map(([key, field]) => [key, this.valueOf(field, key)] as const);
    const object = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    if (typeof additionalProperties !== 'object' || fields.length > 0) return object;
    return { [name === 'translations' || name === 'messages' ? 'en-GB' : 'key']: this.valueOf(additionalProperties) };
  }
}

const isNullable = ({ type, anyOf = [] }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) || anyOf.some((choice) => choice.type === 'null');

const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

function textOf({ format, pattern, minLength = 0 }: Schema): string | undefined {
  const values = format === undefined ? undefined : valuesByFormat[format];
  if (values !== undefined) return values;
  if (pattern !== undefined) return textsByPattern.find((text) => new RegExp(pattern, 'u').test(text));
  return 'text'.padEnd(minLength, '.');
}

/** Tells if a value of `valuesByName` fits a field that happens to have this name. */
function fits(value: unknown, schema: Schema): boolean {
  if (value === null) return isNullable(schema);
  if (schema.enum || schema.const !== undefined || schema.properties || schema.items) return false;
  const types = schema.anyOf ? schema.anyOf.flatMap(typesOf) : typesOf(schema);
  if (typeof value === 'boolean') return types.includes('boolean');
  if (typeof value === 'number') return types.includes('integer') ? Number.isInteger(value) : types.includes('number');
  return typeof value === 'string' && types.includes('string') && textFits(value, schema);
}

function textFits(
  value: string,
  { format, pattern, maxLength, minLength, anyOf }: Schema & { maxLength?: number },
): boolean {
  if (anyOf) return anyOf.some((choice) => typesOf(choice).includes('string') && textFits(value, choice));
  if (format !== undefined && format !== 'uri') return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
  return value.length <= (maxLength ?? value.length) && value.length >= (minLength ?? 0);
}
