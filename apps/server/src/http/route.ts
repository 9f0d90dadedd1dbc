import type { Readable } from 'node:stream';
import type { Call, CallArguments, RedirectAnswer } from '@quayside/contract/shared/call.ts';
import { errorsOf } from '@quayside/contract/errors/call-errors.ts';
import type { z } from 'zod';
import type { CallLimit, OpenCallLimit } from './limits/call-limits.ts';
import type { AccountContext, Context, IntegrationContext, PayerContext } from './context.ts';
import type { Delivery } from './requests/deliveries.ts';
import { CallError } from './errors.ts';
import type { IncomingFile } from './requests/incoming-file.ts';

/** A stored file that can be read in parts. */
export interface StoredContent {
  size: number;
  /** Changes with every change of the file. */
  version: string;
  /** Resolves with null if the file has gone meanwhile. */
  open(range?: { start: number; end: number }): Promise<Readable | null>;
}

/** A file as the answer of a handler. It is sent with `nosniff` and its own CSP. */
export interface FileContent {
  content: Buffer | Readable | StoredContent;
  /** The type, if it isn't the call's. */
  contentType?: string;
  fileName: string;
  disposition: 'inline' | 'attachment';
}

/** The target of a redirect: one of our paths, or an address that the handler made itself. */
export interface Redirect {
  location: string;
}

type Answer<C extends Call> = C['answer'] extends z.ZodType
  ? z.input<C['answer']>
  : C['answer'] extends RedirectAnswer
    ? Redirect
    : FileContent;

/** The content of a sent form: the values in its address, encoded as there, and its fields. */
export interface SentForm {
  params: Record<string, string>;
  fields: Record<string, string>;
}

/** How a page's own form makes a call, before the page's scripts run and without them. The answer is a redirect. */
export interface PageForm {
  /** Returns the address of the form's page. A failure leads back there. */
  page: (sent: SentForm) => string;
  /** Returns the address to which success leads. @param answer the call's own */
  done: (sent: SentForm, answer: unknown) => string;
  /**
   * Returns the call's body, or a promise of it. Default: the fields as they are.
   * @param origin the scheme and host that the browser used
   */
  read?: (fields: Record<string, string>, origin: string) => unknown;
  /** Tells which fields the page shows again after a refusal. Never a password. Default: none. */
  keeps?: (name: string) => boolean;
}

export interface Route<C extends Call = Call> {
  call: C;
  form?: PageForm;
  /** The limits that hold before the handler runs. */
  limits?: readonly CallLimit<C>[];
  /** @param file of a call that takes one; null if none came @param delivery of a webhook */
  handle: (
    ctx: AccountContext,
    args: CallArguments<C>,
    file: IncomingFile | null,
    delivery: Delivery | null,
  ) => Promise<Answer<C>> | Answer<C>;
}

/** A refusal that a call does not declare would be a fault, so the server does not start with one. */
function limited<C extends Call>(call: C, handle: Route<C>['handle'], limits: Route<C>['limits']): Route {
  if (limits && !errorsOf(call).includes('TOO_MANY_REQUESTS'))
    throw new Error(`${call.name} has a limit and does not declare TOO_MANY_REQUESTS`);
  return { call, handle, ...(limits && { limits }) } as unknown as Route;
}

/** Makes the route of a call that everybody may make. `ctx.session` may be null. */
export function publicRoute<C extends Call>(
  call: C,
  handle: (ctx: Context, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
  limits?: readonly OpenCallLimit<NoInfer<C>>[],
): Route {
  if (call.access !== 'public') throw new Error(`${call.name} is not public`);
  return limited(call, handle as unknown as Route<C>['handle'], limits);
}

/** Makes the route of a call for holders of a key. DANGER: nothing checks the key before the handler. */
export function keyRoute<C extends Call>(
  call: C,
  handle: (ctx: Context, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
  limits?: readonly OpenCallLimit<NoInfer<C>>[],
): Route {
  if (!call.access.startsWith('key:')) throw new Error(`${call.name} asks for no key`);
  return limited(call, handle as unknown as Route<C>['handle'], limits);
}

/**
 * Lets a page's own form make a call. DANGER: every page of the web can send a form here. `page-forms.ts` refuses all
 * but our own.
 */
export const withForm = (route: Route, form: PageForm): Route => ({ ...route, form });

/** Makes the route of a call for a session's own account, which register.ts has checked. */
export function accountRoute<C extends Call>(
  call: C,
  handle: (ctx: AccountContext, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
  limits?: readonly CallLimit<NoInfer<C>>[],
): Route {
  if (call.access !== 'account') throw new Error(`${call.name} is not an account's`);
  return limited(call, handle as unknown as Route<C>['handle'], limits);
}

/** Makes the route of a call of the integration API, whose key has the call's scopes. */
export function integrationRoute<C extends Call>(
  call: C,
  handle: (ctx: IntegrationContext, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (call.access !== 'integration') throw new Error(`${call.name} is not a call of the integration API`);
  return { call, handle } as unknown as Route;
}

/** Makes the route of a call of the integration API whose body is read as it arrives. */
export function streamRoute<C extends Call>(
  call: C,
  handle: (ctx: IntegrationContext, args: CallArguments<C>, body: IncomingFile) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (call.access !== 'integration' || !call.takesStream) throw new Error(`${call.name} takes no stream of a program`);
  const handleStream = (ctx: IntegrationContext, args: CallArguments<C>, body: IncomingFile | null) => {
    if (!body) throw new CallError('INVALID_REQUEST', { values: { field: 'body' } });
    return handle(ctx, args, body);
  };
  return { call, handle: handleStream } as unknown as Route;
}

/** Makes the route of a provider's events. DANGER: trust nothing in one before its signature is verified. */
export function hookRoute<C extends Call>(
  call: C,
  handle: (ctx: Context, args: CallArguments<C>, delivery: Delivery) => Promise<Answer<C>> | Answer<C>,
  limits?: readonly OpenCallLimit<NoInfer<C>>[],
): Route {
  if (call.access !== 'webhook') throw new Error(`${call.name} is no webhook`);
  const handleDelivery: Route<C>['handle'] = (ctx, args, _file, delivery) => {
    if (!delivery) throw new CallError('INVALID_REQUEST', { values: { field: 'body' } });
    return handle(ctx, args, delivery);
  };
  return limited(call, handleDelivery, limits);
}

/** Makes the route of a payer's call: by the session's account, or a browser with a pay link (see `PayerContext`). */
export function payerRoute<C extends Call>(
  call: C,
  handle: (ctx: PayerContext, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
  limits?: readonly CallLimit<NoInfer<C>>[],
): Route {
  if (call.access !== 'payer') throw new Error(`${call.name} is not a payer's`);
  if (!call.accountIn && !call.paymentIn) throw new Error(`${call.name} names neither account nor payment`);
  return limited(call, handle as unknown as Route<C>['handle'], limits);
}

/** Makes the route of an account's call with a file, which the handler reads as it arrives. */
export function uploadRoute<C extends Call>(
  call: C,
  handle: (ctx: AccountContext, args: CallArguments<C>, file: IncomingFile) => Promise<Answer<C>> | Answer<C>,
  limits?: readonly CallLimit<NoInfer<C>>[],
): Route {
  if (call.access !== 'account' || !call.takesFile) throw new Error(`${call.name} takes no file of an account's`);
  const handleFile: Route<C>['handle'] = (ctx, args, file) => {
    if (!file) throw new CallError('INVALID_REQUEST', { values: { field: 'file' } });
    return handle(ctx, args, file);
  };
  return limited(call, handleFile, limits);
}
