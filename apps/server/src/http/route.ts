import type { Readable } from 'node:stream';
import type { Call, CallArguments, RedirectAnswer } from '@quayside/contract/call.ts';
import type { z } from 'zod';
import type { AccountContext, Context, PayerContext } from './context.ts';
import { CallError } from './errors.ts';
import type { IncomingFile } from './incoming-file.ts';

/** A file that lies somewhere and can be had in parts. */
export interface StoredContent {
  size: number;
  /** Another one with every change. */
  version: string;
  /** Null where it has gone meanwhile. */
  open(range?: { start: number; end: number }): Promise<Readable | null>;
}

/** A file that a handler answers. It is sent with `nosniff` and its own CSP. */
export interface FileContent {
  content: Buffer | Readable | StoredContent;
  /** Where it isn't the call's. */
  contentType?: string;
  fileName: string;
  disposition: 'inline' | 'attachment';
}

/** Where a handler sends the browser: one of our paths, or an address that it made itself. */
export interface Redirect {
  location: string;
}

type Answer<C extends Call> = C['answer'] extends z.ZodType
  ? z.input<C['answer']>
  : C['answer'] extends RedirectAnswer
    ? Redirect
    : FileContent;

export interface Route<C extends Call = Call> {
  call: C;
  /** @param file of a call that takes one; null where none came */
  handle: (ctx: AccountContext, args: CallArguments<C>, file: IncomingFile | null) => Promise<Answer<C>> | Answer<C>;
}

/** A call of anyone's. `ctx.session` may be null. */
export function publicRoute<C extends Call>(
  call: C,
  handle: (ctx: Context, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (call.access !== 'public') throw new Error(`${call.name} is not public`);
  return { call, handle } as Route;
}

/** A call of whoever holds a key. DANGER: nothing before the handler has looked at the key. */
export function keyRoute<C extends Call>(
  call: C,
  handle: (ctx: Context, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (!call.access.startsWith('key:')) throw new Error(`${call.name} asks for no key`);
  return { call, handle } as unknown as Route;
}

/** A call of a signed-in session for its own account, which register.ts has made sure of. */
export function accountRoute<C extends Call>(
  call: C,
  handle: (ctx: AccountContext, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (call.access !== 'account') throw new Error(`${call.name} is not an account's`);
  return { call, handle } as unknown as Route;
}

/** A call of whoever pays: the session's account, or a browser by a pay link (see `PayerContext`). */
export function payerRoute<C extends Call>(
  call: C,
  handle: (ctx: PayerContext, args: CallArguments<C>) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (call.access !== 'payer') throw new Error(`${call.name} is not a payer's`);
  if (!call.accountIn && !call.paymentIn) throw new Error(`${call.name} names neither account nor payment`);
  return { call, handle } as unknown as Route;
}

/** A call of an account that brings a file, which the handler reads as it comes. */
export function uploadRoute<C extends Call>(
  call: C,
  handle: (ctx: AccountContext, args: CallArguments<C>, file: IncomingFile) => Promise<Answer<C>> | Answer<C>,
): Route {
  if (call.access !== 'account' || !call.takesFile) throw new Error(`${call.name} takes no file of an account's`);
  const handleFile: Route<C>['handle'] = (ctx, args, file) => {
    if (!file) throw new CallError('INVALID_REQUEST', { values: { field: 'file' } });
    return handle(ctx, args, file);
  };
  return { call, handle: handleFile } as unknown as Route;
}
