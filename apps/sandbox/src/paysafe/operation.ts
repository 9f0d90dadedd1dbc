import type { z } from 'zod';
import type { FaultsOfRequest } from '../faults.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { Account, KeyKind, Merchant } from './merchants.ts';
import type { Sandbox } from '../sandbox.ts';
import { fieldError, validationError } from './provider-error.ts';

/** One call of the provider: its address, the keys that may make it, and its handler. */
export interface Operation {
  /** The name of the operation in the fault switches. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path in Fastify's form. `:account` names an account of the merchant. */
  readonly path: string;
  /** The keys that may make it. If `token` is among them, browsers may call it too (CORS). */
  readonly keys: readonly KeyKind[];
  /** Card payments echo an id and the merchantRefNum beside an error. The vault does not. */
  readonly echoesReference?: boolean;
  readonly handle: (call: Call) => Answer;
}

/** One request, authenticated, with its body as JSON. */
export interface Call {
  readonly sandbox: Sandbox;
  readonly merchant: Merchant;
  readonly keyKind: KeyKind;
  /** The account in the path. Throws if the path has none. */
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The sandbox's time for this merchant, in milliseconds. */
  readonly now: number;
  /** The time for which the records of this call stay out of searches (fault `invisible`), in milliseconds. */
  readonly invisibleMs: number;
  readonly faults: FaultsOfRequest;
}

export interface Answer extends ProviderAnswer {
  /** The value of X-Application-Status-Code. */
  readonly errorCode?: string;
}

/** Parses the body of a call. Throws a 5068 with every wrong field. */
export function readBody<Schema extends z.ZodType>(schema: Schema, call: Call): z.output<Schema> {
  const body = read(schema, call.body ?? {});
  const [field] = fieldsWithInvalidCharacters(call.body);
  if (field !== undefined) throw fieldError(field, 'Invalid characters');
  return body;
}

/** The provider's "global invalid characters". */
const invalidCharacters = /[";^*</[\]\\]/;

/** The fields that need some of them: the merchant's descriptor as documented, the others by what they hold. */
const exemptFields: ReadonlySet<string> = new Set(
  (
    'merchantDescriptor merchantUrl userAgent acceptHeader ' +
    'authentication paRes payload googlePayPaymentToken applePayPaymentToken'
  ).split(' '),
);

function fieldsWithInvalidCharacters(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return invalidCharacters.test(value) ? [path.join('.')] : [];
  return Object.entries(value ?? {}).flatMap(([name, part]) =>
    exemptFields.has(name) ? [] : fieldsWithInvalidCharacters(part, [...path, name]),
  );
}

/** Parses the query of a call. Throws a 5068 with every wrong field. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, call: Call): z.output<Schema> {
  return read(schema, call.query);
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
}

/** Writes a time in the provider's form, to the second. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
