import type { OrderHold } from '@quayside/contract/orders.ts';
import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashKey } from '../quick-pay/order-keys.service.ts';
import type { OrderRow } from './orders.queries.ts';

/** An attempt as far as the orders that it holds tell of it. */
export interface Hold {
  reference: string;
  state: string;
  /** Of the browser that started it by a pay link; null where a session did. */
  keyHash: Buffer | null;
  since: Date;
  until: Date;
}

/** Who looks at an order or a payment: an account's session, or a browser by a pay link. */
export type Reader = Pick<Context, 'orderKey'> & Partial<Pick<Context, 'session' | 'request'>>;

export function holdOf(row: OrderRow): Hold | null {
  const { live_reference: reference, live_state: state, live_since: since, live_until: until } = row;
  if (reference === null || state === null || since === null || until === null) return null;
  return { reference, state, keyHash: row.live_key_hash, since, until };
}

/** How long nobody who only has the link closes a page that another browser opened. */
const untouchedMs = 10 * 60_000;

/** What a reader may do about an attempt. */
interface Reach {
  mayContinue: boolean;
  mayCancel: boolean;
}

/**
 * The browser that started an attempt by a link goes on with it and gives it up, also once its owner has signed in there;
 * so does every session of the account with what a session started. The owner gives up also what was started by a link.
 * Nobody else may do anything, and staff only look.
 * @param keyHash of the browser that started it by a link; null where a session did
 */
export function reachOf(reader: Reader, keyHash: Buffer | null): Reach {
  const { orderKey, session } = reader;
  if (session?.isAccountUser === false) return { mayContinue: false, mayCancel: false };
  const isStarter = keyHash === null ? !orderKey : isKeyOfBrowser(reader, keyHash);
  return { mayContinue: isStarter, mayCancel: isStarter || !orderKey };
}

/** A session acts without the key of its browser's pay links, but the browser still has it. */
function isKeyOfBrowser({ orderKey, request }: Reader, keyHash: Buffer): boolean {
  if (orderKey) return keyHash.equals(orderKey.hash);
  const token = request?.payerToken ?? null;
  return token !== null && keyHash.equals(hashKey(token));
}

const isOthersPage = (reader: Reader, { state, keyHash }: Hold): boolean =>
  state === 'redirected' && reader.orderKey !== null && !reachOf(reader, keyHash).mayCancel;

/**
 * Until when an attempt keeps its orders from a reader; null where only its provider can say. By a link another
 * browser's page is closed for whoever comes after a while: it may have been left.
 */
function heldUntil(reader: Reader, hold: Hold): Date | null {
  if (hold.state !== 'redirected') return null;
  return isOthersPage(reader, hold) ? new Date(hold.since.getTime() + untouchedMs) : hold.until;
}

/** Whether a payer by a link may have the page closed that holds an order, because it was left alone for long. */
export const isLeftToOthers = (reader: Reader, hold: Hold, now: Date): boolean =>
  isOthersPage(reader, hold) && now.getTime() >= hold.since.getTime() + untouchedMs;

/** What keeps a reader from paying an order, as it is told; null where nothing does any more. */
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

/** The refusal of another payment. Only who may do something about the one that holds the order hears its name. */
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
