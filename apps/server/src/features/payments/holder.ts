import { CallError } from '../../http/errors.ts';
import type { Hold } from '../orders/orders.service.ts';
import type { Payer } from './payments.queries.ts';

const minute = 60_000;

/** How long nobody who only has the link closes a page that another browser opened. */
const untouchedMs = 10 * minute;

/** What a payer may do about an attempt. */
interface Reach {
  mayContinue: boolean;
  mayCancel: boolean;
}

/**
 * The browser that started an attempt by a link goes on with it and gives it up; so does every session of the account
 * with what a session started. The owner gives up also what was started by a link. Nobody else may do anything.
 * @param keyHash of the browser that started it by a link; null where a session did
 */
function reachOf({ orderKey }: Pick<Payer, 'orderKey'>, keyHash: Buffer | null): Reach {
  const isStarter = orderKey ? (keyHash?.equals(orderKey.hash) ?? false) : keyHash === null;
  return { mayContinue: isStarter, mayCancel: isStarter || !orderKey };
}

/**
 * Until when an attempt keeps its orders from a payer; null where only its provider can say. By a link another
 * browser's page is closed for whoever comes after a while: it may have been left.
 */
function heldUntil(payer: Pick<Payer, 'orderKey'>, { state, keyHash, since, until }: Hold): Date | null {
  if (state !== 'redirected') return null;
  return reachOf(payer, keyHash).mayCancel ? until : new Date(since.getTime() + untouchedMs);
}

/** Whether a payer by a link may have the page closed that holds an order, because it was left alone for long. */
export const isLeftToOthers = (payer: Pick<Payer, 'orderKey'>, hold: Hold, now: Date): boolean =>
  hold.state === 'redirected' &&
  !reachOf(payer, hold.keyHash).mayCancel &&
  now.getTime() >= hold.since.getTime() + untouchedMs;

/** Only who may do something about the other attempt hears its name. */
export function inProgress(payer: Pick<Payer, 'orderKey'>, hold: Hold): CallError {
  const { mayContinue, mayCancel } = reachOf(payer, hold.keyHash);
  const until = heldUntil(payer, hold);
  return new CallError('PAYMENT_IN_PROGRESS', {
    meta: {
      ...(mayCancel && { merchantRefNumber: hold.reference, mayContinue: String(mayContinue) }),
      ...(until && { heldUntil: until.toISOString() }),
    },
  });
}
