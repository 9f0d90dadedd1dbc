import { z } from 'zod';

/** Every call's path is relative to this base. */
export const apiBase = '/harbour/api/';

/**
 * Who may make a call.
 * - `public`: anyone.
 * - `account`: a signed-in session, and only for its own account.
 * - `key:…`: whoever holds that unguessable key, and only for what it opens: a registration code, an
 *   account's guid for its consents, an agreement's guid to read and sign it, an order's guid to pay it, the link of a
 *   mail, the one that an operator made for staff, or what a bank's page gives back (3-D Secure 1). The handler checks it.
 * - `payer`: a signed-in session for its own account, or the browser that opened the pay link of an order, for that order
 *   and for the payments that it started itself. Whose it is comes from `accountIn` or `paymentIn`.
 * - `webhook`: a provider, which signs what it sends. `:tenant` in the path says whose it is, and the body comes as it
 *   was sent. The handler verifies it.
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
  | 'key:staff-link'
  | 'key:3ds'
  | 'webhook';

/**
 * What staff who view a customer's portal may do with a call: `read` as the customer, `no` answers 409
 * STAFF_READ_ONLY, `-` does not apply: it has nothing to do with whose portal they view.
 */
export type StaffAccess = 'read' | 'no' | '-';

/** An answer that is a file instead of JSON. */
export interface FileAnswer {
  readonly contentType: string;
}

/** An answer that sends the browser to another address instead of JSON. */
export interface RedirectAnswer {
  readonly redirects: true;
}

type AnswerKind = z.ZodType | FileAnswer | RedirectAnswer;

/** Whether a call answers a file. */
export const isFile = (answer: AnswerKind): answer is FileAnswer => 'contentType' in answer;

/** Whether a call sends the browser elsewhere. */
export const isRedirect = (answer: AnswerKind): answer is RedirectAnswer => 'redirects' in answer;

/** The value of a call's part that takes nothing. */
export const Nothing = z.strictObject({});

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends AnswerKind = AnswerKind,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `apiBase`, with `:name` for a part that varies. */
  readonly path: string;
  readonly access: Access;
  readonly staff: StaffAccess;
  /** Where the caller names an account. It must be the session's own, else 404. */
  readonly accountIn?: `params.${string}` | `query.${string}` | `body.${string}`;
  /** Where a payer names a payment, by its merchant reference number or its id. It must be the payer's, else 404. */
  readonly paymentIn?: `params.${string}` | `body.${string}`;
  /** Where a payer names orders: of a payer who leaves the account out, they say whose pay link is meant. */
  readonly ordersIn?: `body.${string}`;
  /** The tenant's permissions that must all be on, else 404 FEATURE_DISABLED. */
  readonly permissions: readonly Permission[];
  /** The tenant's feature flag that must be on, else 404 FEATURE_DISABLED. */
  readonly feature?: Feature;
  /** What a password is taken for; 404 FEATURE_DISABLED where the tenant takes none for that. */
  readonly passwordFor?: PasswordUse;
  /** Takes an `Idempotency-Key` header: the same key and body get the same answer, another body 422. */
  readonly idempotent: boolean;
  /** The answer is the same for everybody; browsers may keep it for as long as the query's `t` stays the same. */
  readonly cacheable: boolean;
  /** Its body may come as a form too, as other people's programs send it. */
  readonly takesForm: boolean;
  /** Other sites' pages may send it: a foreign Origin is fine. Never for a call that looks at the session. */
  readonly fromAnySite: boolean;
  /** Its body is a form: these fields, and after them one file, which the handler reads as it comes. */
  readonly takesFile: boolean;
  /** Whether making it counts as being there, so that the session goes on; only what asks about its end does not. */
  readonly keepsSessionAwake: boolean;
  /** Whether it is a marina's: only a balancer, which asks by address, names none. */
  readonly ofTenant: boolean;
  /** How large its body may be, else 413; without one 256 KiB. */
  readonly maxBytes?: number;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
}

/** The tenant's flags (decision C9.9); `hasFeature` says which are on where a tenant doesn't say. */
export type Feature = 'ineligible-vaulted-cards' | 'my-stays';

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

/** To sign in, to register, or to prove once who connects an identity or changes what signs them in. */
export type PasswordUse = 'login' | 'register' | 'proof';

type Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends AnswerKind> = Pick<
  Call<P, Q, B, A>,
  'name' | 'method' | 'path' | 'access' | 'summary' | 'answer'
> &
  Partial<
    Pick<
      Call<P, Q, B, A>,
      | 'staff'
      | 'accountIn'
      | 'paymentIn'
      | 'ordersIn'
      | 'permissions'
      | 'feature'
      | 'passwordFor'
      | 'idempotent'
      | 'cacheable'
      | 'takesForm'
      | 'fromAnySite'
      | 'takesFile'
      | 'maxBytes'
      | 'keepsSessionAwake'
      | 'ofTenant'
      | 'params'
      | 'query'
      | 'body'
    >
  >;

/** Defines a call. Staff are refused on whatever is not a GET unless the definition says otherwise. */
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
    permissions: [],
    idempotent: false,
    cacheable: false,
    takesForm: false,
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

/** What a caller passes: `{ params, query, body }`, of these the ones the call takes; one of which nothing is needed may be left out. */
export type CallInput<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;

/** What a handler receives, validated. */
export interface CallArguments<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
}

/** What a JSON call answers. */
export type CallAnswer<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : Blob;

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** The address of a call below its base: its path with what varies, and the query. */
export function callPath(
  call: Pick<Call, 'path'>,
  { params, query }: { params?: Values | undefined; query?: Values | undefined },
): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return path + (search.size > 0 ? `?${search.toString()}` : '');
}
