import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { TenantDb } from '../../db/client.ts';
import {
  type Counted,
  countHit,
  countHits,
  forgetHits,
  keepHits,
  networkOf,
  refuseBeyond,
  takeTurnOf,
  undoHits,
} from '../../http/rate-limit.ts';
import { hour, minute } from '../../lib/durations.ts';
import { InTurn } from '../../lib/in-turn.ts';
import { isKnownDevice } from './known-devices.service.ts';
import { noteLock, noteSlowness } from './lock-notice.service.ts';
import { addUnlessLocked, countFailure, keyOf, type Pair } from './sign-in-locks.queries.ts';

/** Wrong passwords of a login from everywhere together. Beyond this number strangers try one after the other. */
const failuresOfLogin = { name: 'sign-in-login', max: 100, windowMs: hour };
/** The turns of strangers at a login. Without them guesses from many networks would wait at the same time. */
const turnsOfLogin = { name: 'sign-in-turn', everyMs: 5_000, longestMs: 60_000 };
/**
 * Counts right and wrong tries: somebody who knows a password must not keep the machine busy with it either. It counts
 * here, because the database says if the browser is one that the login's owner used.
 */
const triesOfPair = { name: 'sign-in-tries', max: 100, windowMs: 15 * minute };

/**
 * The tries of each pair run one after the other: parallel guesses can't bypass the count, and parallel correct ones
 * are not mistaken for guesses. Other copies count in the same rows.
 */
const turns = new InTurn();

/** The checks of one sender also run one after the other: somebody who sends many holds up nobody else's. */
const senders = new InTurn();

/** The sender of a try. */
export interface SignInAttempt {
  pair: Pair;
  /** True for a browser that belongs to the login's owner. Other people's failures do not hold it up. */
  isKnown: boolean;
}

/** Finds out who tries a password for a login's name, known or not. */
export async function identifyAttempt({ db, tenant, request }: Context, name: string): Promise<SignInAttempt> {
  const device = request.deviceToken;
  const isKnown = device !== null && (await isKnownDevice(db, tenant.id, device, name));
  return { pair: { name, source: isKnown ? `device ${device}` : `network ${networkOf(request.ip)}` }, isKnown };
}

/**
 * Lets somebody try a password. It counts as a failure of the login until the caller takes it back (`countedOf`).
 * @param check returns null for a wrong password
 * @returns the result of `check`
 * @throws CallError AuthenticationException while the pair is locked, TOO_MANY_REQUESTS
 */
export function tryPassword<T>(
  ctx: Context,
  attempt: SignInAttempt,
  check: () => Promise<T | null>,
): Promise<T | null> {
  return turns.run(keyOf(ctx.tenant.id, attempt.pair), () => tryOnce(ctx, attempt, check));
}

async function tryOnce<T>(
  ctx: Context,
  { pair, isKnown }: SignInAttempt,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const { db, tenant, clock, log } = ctx;
  const ofPair: Counted = { limit: triesOfPair, who: keyOf(tenant.id, pair) };
  const ofLogin: Counted = { limit: failuresOfLogin, who: pair.name };
  // Counts a stranger before the check, so that guesses at once do not all pass before the first one has failed.
  const counters = isKnown ? [ofPair] : [ofPair, ofLogin];
  const [tries, counted] = await countHits(db, tenant.id, counters, clock.now(), addUnlessLocked(pair));
  if (!tries) {
    log.warn({ reason: 'locked' }, 'password not checked');
    throw new CallError('AuthenticationException');
  }
  refuseBeyond(ofPair.limit, tries, clock.now());
  if (counted && counted.hits > failuresOfLogin.max)
    await clock.pause(await takeTurnOf(db, tenant.id, { limit: turnsOfLogin, who: pair.name }, clock.now()));
  const found = await senders.run(pair.source, check);
  if (found !== null) return found;
  keepHits();
  const failed = counted ?? (await countHit(db, tenant.id, ofLogin, clock.now()));
  if (failed?.hits === failuresOfLogin.max) await noteSlowness(ctx, pair.name);
  if (await countFailure(db, tenant.id, pair, clock.now())) await noteLock(ctx, pair.name);
  return null;
}

/**
 * Returns the counters that a right password takes back.
 * @param ofNetwork a counter that the caller counted. It is locked last, because everybody behind a network shares it.
 */
export function countedOf({ isKnown, pair }: SignInAttempt, ofNetwork?: Counted): Counted[] {
  const ofLogin = isKnown ? [] : [{ limit: failuresOfLogin, who: pair.name }];
  return ofNetwork ? [...ofLogin, ofNetwork] : ofLogin;
}

/** Takes the try of a right password back. */
export async function undoTry({ db, tenant }: Context, attempt: SignInAttempt): Promise<void> {
  const counted = countedOf(attempt);
  if (counted.length > 0) await undoHits(db, tenant.id, counted);
}

/** Forgets the failures of a login after a new password, so that its owner need not wait behind strangers. */
export async function forgetFailures(trx: TenantDb, tenantId: number, name: string): Promise<void> {
  for (const limit of [failuresOfLogin, turnsOfLogin]) await forgetHits(trx, tenantId, { limit, who: name });
}
