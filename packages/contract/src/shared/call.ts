import { z } from 'zod';
import type { Scope } from '../integration/scopes.ts';

/** Every call's path is relative to this base. */
export const apiBase = '/harbour/api/';

/**
 * The caller that a call accepts.
 * - `public`: anybody.
 * - `account`: a signed-in session, and only for its own account.
 * - `key:…`: anybody who holds that unguessable key, and only for what it opens. The keys are: a registration code;
 *   an account's guid for its consents; an agreement's guid to read and sign it; an order's guid to pay it; the
 *   link of a mail; the secret address of a calendar; the link that an operator made for staff; and the value that a
 *   bank's page gives back (3-D Secure 1). The handler checks the key.
 * - `payer`: a signed-in session for its own account, or the browser that opened the pay link of an order, for that
 *   order and for the payments that it started itself. `accountIn` or `paymentIn` names the account or the payment.
 * - `webhook`: a provider, which signs what it sends. `:tenant` in the path names the tenant, and the handler gets
 *   the body exactly as it was sent. The handler verifies it.
 * - `integration`: a program of the marina with a key of the integration API, which has all scopes of the call. The
 *   key names the marina. Cookies don't count.
 */
export type Access =
  | 'public'
  | 'account'
  | 'payer'
  | 'key:code'
  | 'key:consent'
  | 'key:agreement'
  | 'key:order'
  | 'key:mail-link'
  | 'key:calendar'
  | 'key:staff-link'
  | 'key:3ds'
  | 'webhook'
  | 'integration';

/**
 * How staff who view a customer's portal may use a call. `read`: like the customer. `no`: answers 409
 * STAFF_READ_ONLY. `-`: does not apply, because the call doesn't depend on the portal that they view.
 */
export type StaffAccess = 'read' | 'no' | '-';

/** An answer that is a file instead of JSON. */
export interface FileAnswer {
  readonly contentType: string;
  /** True for a stored file, of which a caller may ask for a part. Others are made while they are sent. */
  readonly hasParts?: boolean;
}

/** An answer that sends the browser to another address instead of JSON. */
export interface RedirectAnswer {
  readonly redirects: true;
}

type AnswerKind = z.ZodType | FileAnswer | RedirectAnswer;

/** Checks if a call answers a file. */
export const isFile = (answer: AnswerKind): answer is FileAnswer => 'contentType' in answer;

/** Checks if a call sends the browser to another address. */
export const isRedirect = (answer: AnswerKind): answer is RedirectAnswer => 'redirects' in answer;

/** The schema of a params, query or body part that takes nothing. */
export const Nothing = z.strictObject({});

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends AnswerKind = AnswerKind,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `apiBase`, with `:name` for a part that varies. */
  readonly path: string;
  readonly access: Access;
  /** The scopes that a key of the integration API needs for the call, all of them. */
  readonly scopes: readonly Scope[];
  readonly staff: StaffAccess;
  /** The place where the caller names an account. It must be the session's own, else 404. */
  readonly accountIn?: `params.${string}` | `query.${string}` | `body.${string}`;
  /**
   * The place where a payer names a payment, by merchant reference number or id. It must be the payer's, else 404.
   */
  readonly paymentIn?: `params.${string}` | `body.${string}`;
  /** The place where a payer names orders. If the payer names no account, the orders tell which pay link is meant. */
  readonly ordersIn?: `body.${string}`;
  /** The tenant's permissions that must all be on, else 404 FEATURE_DISABLED. */
  readonly permissions: readonly Permission[];
  /** The tenant's feature flag that must be on, else 404 FEATURE_DISABLED. */
  readonly feature?: Feature;
  /**
   * The use of the password in this call. Answers 404 FEATURE_DISABLED if the tenant takes no passwords for this
   * use.
   */
  readonly passwordFor?: PasswordUse;
  /**
   * Protects acts that a session must not do if it was left open. Answers 409 AUTHENTICATION_TOO_OLD if its owner
   * proved more than twelve hours ago who they are. A payer by a link has no session.
   */
  readonly recentSignIn: boolean;
  /**
   * Takes an `Idempotency-Key` header. The same key and body get the same answer, another body gets 422, in the
   * integration API 409.
   */
  readonly idempotent: boolean;
  /** Answers 201 instead of 200 if it made what it answers. */
  readonly creates: boolean;
  /** Answers the object's version as its ETag. A change takes `If-Match`, and another version gets 412. */
  readonly versioned: boolean;
  /** An example of the body, for the document. Default: made from the body's schema. */
  readonly bodyExample?: Readonly<Record<string, unknown>>;
  /** The answer is the same for everybody. Browsers may keep it while the query's `t` stays the same. */
  readonly cacheable: boolean;
  /** The body may also be a form, because other people's programs send forms. */
  readonly takesForm: boolean;
  /**
   * One field of the form is a file, which is held in memory. Its limits count before the form is read, also for those
   * that are refused later. Only with `takesForm`.
   */
  readonly formHoldsFile: boolean;
  /**
   * Pages of other sites may send it, so any Origin is accepted. Never set this for a call that reads the session.
   */
  readonly fromAnySite: boolean;
  /** The body is a form: these fields, then one file, which the handler reads as it arrives. */
  readonly takesFile: boolean;
  /**
   * The body is read as it arrives and never held in memory: each content type that it may have, with an example. Only
   * with `access: 'integration'`.
   */
  readonly takesStream?: Readonly<Record<string, string>>;
  /**
   * True if the call counts as activity and prolongs the session. Only the call that asks for the session's end
   * does not.
   */
  readonly keepsSessionAwake: boolean;
  /**
   * True if the call belongs to a marina. Only a load balancer's health check, which calls by address, names none.
   */
  readonly ofTenant: boolean;
  /** Maximum size of the body in bytes, else 413. Default: 256 KiB. */
  readonly maxBytes?: number;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
}

/** The tenant's flags (decision C9.9). `hasFeature` knows the defaults. */
export const features = ['accept-estimates', 'ineligible-vaulted-cards', 'my-stays'] as const;
export type Feature = (typeof features)[number];

/** The switches of a tenant (LOGIN-13). */
export const Permission = z.enum([
  'agreementsEnabled',
  'invoicingEnabled',
  'showAccountActivity',
  'showEstimates',
  'showNotificationPreferences',
  'showWaitingLists',
  'allowAccountEdit',
]);
export type Permission = z.output<typeof Permission>;

/**
 * The uses of a password: to sign in, to register, or to prove once who links an identity or changes how they sign
 * in.
 */
export type PasswordUse = 'login' | 'register' | 'proof';

/** The parts that each definition has. All others have defaults. */
type Required = 'name' | 'method' | 'path' | 'access' | 'summary' | 'answer';

type Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends AnswerKind> = Pick<
  Call<P, Q, B, A>,
  Required
> &
  Partial<Omit<Call<P, Q, B, A>, Required>>;

/**
 * Defines a call. Calls of an account or a payer refuse staff unless they are a GET or the definition says
 * otherwise.
 */
export function call<
  A extends AnswerKind,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof Nothing,
>(definition: Definition<P, Q, B, A>): Call<P, Q, B, A> {
  const isAccounts = definition.access === 'account' || definition.access === 'payer';
  const staffDefault = !isAccounts ? '-' : definition.method === 'GET' ? 'read' : 'no';
  return {
    staff: staffDefault,
    scopes: [],
    permissions: [],
    recentSignIn: false,
    idempotent: false,
    creates: false,
    versioned: false,
    cacheable: false,
    takesForm: false,
    formHoldsFile: false,
    fromAnySite: false,
    takesFile: false,
    keepsSessionAwake: true,
    ofTenant: true,
    params: Nothing as unknown as P,
    query: Nothing as unknown as Q,
    body: Nothing as unknown as B,
    ...definition,
  };
}

type Part<Name extends string, Schema extends z.ZodType> = typeof Nothing extends Schema
  ? { [key in Name]?: undefined }
  : Record<never, never> extends z.input<Schema>
    ? { [key in Name]?: z.input<Schema> }
    : { [key in Name]: z.input<Schema> };

/**
 * The input of a caller, `{ params, query, body }`, with the parts that the call takes. A part without required
 * fields may be left out.
 */
export type CallInput<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;

/** The validated input of a handler. */
export interface CallArguments<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
}

/** The answer of a call: its JSON value, or a Blob if it answers a file. */
export type CallAnswer<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : Blob;

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the address of a call below its base: the path with its values filled in, and the query. */
export function callPath(
  call: Pick<Call, 'path'>,
  { params, query }: { params?: Values | undefined; query?: Values | undefined },
): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  return path + writeSearch(query ?? {});
}

/** Writes the search of an address. Leaves out undefined values. */
export function writeSearch(values: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) search.set(name, String(value));
  }
  // Not by `search.size`, which Safari has only since 17.
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
