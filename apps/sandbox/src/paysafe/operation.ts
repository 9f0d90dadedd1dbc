import type { z } from 'zod';
import type { ProviderAnswer } from '../answer-under-faults.ts';
import type { Account, KeyKind, Merchant } from '../merchants.ts';
import type { Sandbox } from '../sandbox.ts';
import { validationError } from './provider-error.ts';

/** One call of the provider: its address, who may make it, what it takes, and what it does. */
export interface Operation {
  /** The name by which fault switches mean it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path in Fastify's form; `:account` names an account of the merchant. */
  readonly path: string;
  /** The keys that may make it. With `token` among them, browsers may too (CORS). */
  readonly keys: readonly KeyKind[];
  /** Card payments echo an id and the merchantRefNum beside an error; the vault does not. */
  readonly echoesReference?: boolean;
  readonly handle: (call: Call) => Answer;
}

/** One request, authenticated, with its body as JSON. */
export interface Call {
  readonly sandbox: Sandbox;
  readonly merchant: Merchant;
  readonly keyKind: KeyKind;
  /** The account in the path. Throws where the path has none. */
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The sandbox's time for this merchant, in milliseconds. */
  readonly now: number;
  /** How long what this call creates stays out of searches (fault `invisible`), in milliseconds. */
  readonly invisibleMs: number;
}

export interface Answer extends ProviderAnswer {
  /** Value of X-Application-Status-Code. */
  readonly errorCode?: string;
}

/** The body of a call as `schema` says; throws a 5068 with every field that is wrong. */
export function readBody<Schema extends z.ZodType>(schema: Schema, call: Call): z.output<Schema> {
  return read(schema, call.body ?? {});
}

/** The query of a call as `schema` says; throws a 5068 with every field that is wrong. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, call: Call): z.output<Schema> {
  return read(schema, call.query);
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
}

/** The time in the provider's form, to the second. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
