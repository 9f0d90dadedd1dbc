import type { OrderHold } from '@quayside/contract/orders/orders.ts';
import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import { minute } from '../../lib/time/durations.ts';
import type { OrderRow } from './orders.queries.ts';

/** The attempt that holds an order. */
export interface Hold {
  reference: string;
  state: string;
  /** The key of the browser that started it by a pay link; null if a session did. */
  keyHash: Buffer | null;
  since: Date;
  until: Date;
}

/** The reader of an order or a payment: an account's session, or a browser by a pay link. */
export type Reader = Pick<Context, 'orderKey'> & Partial<Pick<Context, 'session' | 'request'>>;

/** Returns the attempt that holds an order. Null if none does. */
export function holdOf(row: OrderRow): Hold | null {
  const { live_reference: reference, live_state: state, live_since: since, live_until: until } = row;
  if (reference === null || state === null || since === null || until === null) return null;
  return { reference, state, keyHash: row.live_key_hash, since, until };
}

/** The time for which a payer by a link can't close a page that another browser opened. */
const untouchedMs = 10 * minute;

/** The actions that a reader may take on an attempt. */
interface Reach {
  mayContinue: boolean;
  mayCancel: boolean;
}

/**
 * Decides what a reader may do. The browser that started an attempt by a link may continue and cancel it, also after
 * its owner has signed in there. Every session of the account may do so with an attempt of a session. The owner may
 * also cancel an attempt by a link. Others may do nothing, and staff only look.
 * @param keyHash the key of the browser that started it by a link; null if a session did
 */
export function reachOf(reader: Reader, keyHash: Buffer | null): Reach {
  const { orderKey, session } = reader;
  if (session?.isAccountUser === false) return { mayContinue: false, mayCancel: false };
  const isStarter = keyHash === null ? !orderKey : isKeyOfBrowser(reader, keyHash);
  return { mayContinue: isStarter, mayCancel: isStarter || !orderKey };
}

/**
 * Tells if the attempt was started by this browser. A session acts without the key of its pay links, but the browser
 * still has it.
 */
function isKeyOfBrowser({ orderKey, request }: Reader, keyHash: Buffer): boolean {
  if (orderKey) return keyHash.equals(orderKey.hash);
  const token = request?.payerToken ?? null;
  return token !== null && keyHash.equals(hashToken(token));
}

const isOthersPage = (reader: Reader, { state, keyHash }: Hold): boolean =>
  state === 'redirected' && reader.orderKey !== null && !reachOf(reader, keyHash).mayCancel;

/**
 * Returns the end of a hold for a reader; null if only its provider can say. A payer by a link may close another
 * browser's page after a while, because it may have been left.
 */
function heldUntil(reader: Reader, hold: Hold): Date | null {
  if (hold.state !== 'redirected') return null;
  return isOthersPage(reader, hold) ? new Date(hold.since.getTime() + untouchedMs) : hold.until;
}

/** Tells if a payer by a link may close the page that holds an order, because it was left for long. */
export const isLeftToOthers = (reader: Reader, hold: Hold, now: Date): boolean =>
  isOthersPage(reader, hold) && now.getTime() >= hold.since.getTime() + untouchedMs;

/** Presents the hold that keeps a reader from paying an order; null if there is none any more. */
export function presentHold(reader: Reader, hold: Hold | null, now: Date): OrderHold | null {
  if (hold === null || isLeftToOthers(reader, hold, now)) return null;
  const reach = reachOf(reader, hold.keyHash);
  return {
    reason: hold.state === 'redirected' ? 'onPage' : 'sent',
    until: heldUntil(reader, hold)?.toISOString() ?? null,
    merchantRefNumber: reach.mayCancel ? hold.reference : null,
    ...reach,
  };
}

/** Returns the refusal of another payment. Only a reader who may act on the holding attempt learns its reference. */
export function inProgress(reader: Reader, hold: Hold): CallError {
  const { mayContinue, mayCancel } = reachOf(reader, hold.keyHash);
  const until = heldUntil(reader, hold);
  return new CallError('PAYMENT_IN_PROGRESS', {
    meta: {
      ...(mayCancel && { merchantRefNumber: hold.reference, mayContinue: String(mayContinue) }),
      ...(until && { heldUntil: until.toISOString() }),
    },
  });
}
