import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../context.ts';
import { CallError } from '../errors.ts';
import {
  addAlways,
  type AddHits,
  deleteBucket,
  findBucket,
  type Hit,
  type HitRow,
  subtractHits,
  takeBack,
  takeTurn,
} from './rate-limit.queries.ts';

/** A limit on how often something may happen. Windows are fixed: the first hit opens one. */
export interface Limit {
  /** The name of the limited act, such as `sign-in`. */
  name: string;
  /** The hits allowed in a window. */
  max: number;
  windowMs: number;
  /** The code for a hit beyond it. Default: TOO_MANY_REQUESTS. */
  errorCode?: 'TOO_MANY_PAYMENTS';
}

/** One counter of a limit. Its hits are counted together. */
export interface Counted {
  limit: Limit;
  /** Such as a client's network or a payment's id. It is stored only as a hash. */
  who: string;
}

/** Returns the name under which a counter is stored. */
export const bucketOf = ({ limit, who }: { limit: { name: string }; who: string }) =>
  `${limit.name}:${hash('sha256', who, 'base64url').slice(0, 22)}`;

declare module 'fastify' {
  interface FastifyRequest {
    /** The hits that the request has counted outside of transactions, whose hits roll back by themselves. */
    hits?: Hit[];
  }
}

/** The hits of the request whose work runs. */
const hitsOfRequest = new AsyncLocalStorage<Hit[]>();

/** Runs a part of a request's work, and notes the hits that it counts. */
export function notingHits<T>(request: Pick<FastifyRequest, 'hits'>, work: () => Promise<T>): Promise<T> {
  request.hits ??= [];
  return hitsOfRequest.run(request.hits, work);
}

/**
 * Takes a request's hits back if it ends in an internal error, so that nobody is locked out because a disk is full.
 * After any other refusal they stay.
 */
export async function takeBackHits(
  { hits = [], log }: Pick<FastifyRequest, 'hits' | 'log'>,
  { code }: CallError,
): Promise<void> {
  if (code !== 'INTERNAL_ERROR' && code !== 'UNAVAILABLE') return;
  for (const hit of hits.splice(0))
    await takeBack(hit).catch((failure: unknown) => log.warn({ reason: String(failure) }, 'a hit stays counted'));
}

/**
 * Keeps the hits so far: they counted a failure, such as a wrong password, which stays whatever happens to the
 * request.
 */
export function keepHits(): void {
  hitsOfRequest.getStore()?.splice(0);
}

/**
 * Counts a hit and refuses it beyond the limit. It uses one statement, so that parallel requests can't bypass it.
 * @throws CallError TOO_MANY_REQUESTS, or the limit's own code, with the seconds until the window ends
 */
export async function limitRate(db: TenantDb, tenantId: number, counted: Counted, now: Date): Promise<void> {
  refuseBeyond(counted.limit, await countHit(db, tenantId, counted, now), now);
}

/**
 * Counts a try as a failure, until the caller takes it back (`undoHits`), and refuses it beyond the limit. A refused
 * try is no failure: else right ones at the same moment would use up the limit of everybody behind their network.
 * @throws CallError like `limitRate`
 */
export async function limitTry(db: TenantDb, tenantId: number, counted: Counted, now: Date): Promise<void> {
  const counter = await countHit(db, tenantId, counted, now);
  if (counter && counter.hits > counted.limit.max) await undoHits(db, tenantId, [counted]);
  refuseBeyond(counted.limit, counter, now);
}

/** Counts a hit and refuses nothing. */
export async function countHit(db: TenantDb, tenantId: number, counted: Counted, now: Date) {
  const [counter] = await countHits(db, tenantId, [counted], now);
  return counter;
}

/**
 * Counts a hit of each counter, in their order, until one is beyond its limit: a refused request counts nowhere else.
 * Refuses nothing. It uses one statement. DANGER: always name counters that are counted together in the same order,
 * because they are locked in it.
 * @param add of `makeAdding`, for a condition without which nothing counts
 * @returns the counters in their order; undefined for those that did not count
 */
export async function countHits(
  db: TenantDb,
  tenantId: number,
  counted: readonly Counted[],
  now: Date,
  add: AddHits = addAlways,
): Promise<(HitRow | undefined)[]> {
  const counters = counted.map(({ limit, who }) => ({
    bucket: bucketOf({ limit, who }),
    opened: new Date(now.getTime() - limit.windowMs),
    max: limit.max,
  }));
  const rows = await add(db, { tenantId, counters, now });
  const hits = rows.map((row) => ({ db, tenantId, bucket: row.bucket, windowStartedAt: row.window_started_at }));
  if (!db.isTransaction) hitsOfRequest.getStore()?.push(...hits);
  return counters.map(({ bucket }) => rows.find((row) => row.bucket === bucket));
}

/** Refuses a hit that is beyond the limit. @throws CallError like `limitRate` */
export function refuseBeyond(limit: Limit, counter: HitRow | undefined, now: Date): void {
  if (counter && counter.hits > limit.max) throw tooMany(limit, counter.window_started_at, now);
}

/**
 * Finds what a caller's key opens. Only misses count for the caller's network, and beyond the limit only misses are
 * refused. For keys that nobody can guess: of 122 random bits or more.
 * @throws CallError like `limitRate`
 */
export async function findOrCountMiss<T>(
  { db, tenant, clock, request }: Pick<Context, 'db' | 'tenant' | 'clock' | 'request'>,
  limit: Limit,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find();
  if (!found) await limitRate(db, tenant.id, { limit, who: networkOf(request.ip) }, clock.now());
  return found;
}

/** A queue in which one request after the other has its turn, in whichever copy it is. */
export interface Turns {
  name: string;
  everyMs: number;
  /** A request that would wait longer is refused. */
  longestMs: number;
}

/**
 * Takes a turn.
 * @returns the time to wait, in milliseconds
 * @throws CallError TOO_MANY_REQUESTS if too many wait already, with the seconds after which some have had their turn
 */
export async function takeTurnOf(
  db: TenantDb,
  tenantId: number,
  { limit, who }: { limit: Turns; who: string },
  now: Date,
): Promise<number> {
  const { everyMs, longestMs } = limit;
  const latest = new Date(now.getTime() + longestMs);
  const turn = await takeTurn(db, { tenantId, bucket: bucketOf({ limit, who }), everyMs, latest, now });
  if (turn) return turn.getTime() - now.getTime();
  throw new CallError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(longestMs / 1000), values: { minutes: 1 } });
}

/** Forgets the hits of a counter, or the turns of a queue. */
export const forgetHits = (
  db: TenantDb,
  tenantId: number,
  counted: { limit: { name: string }; who: string },
): Promise<void> => deleteBucket(db, { tenantId, bucket: bucketOf(counted) });

/** Tells if no hit is left. Counts nothing. */
export async function isLimitReached(db: TenantDb, tenantId: number, counted: Counted, now: Date): Promise<boolean> {
  return ((await findHits(db, tenantId, counted, now))?.hits ?? 0) >= counted.limit.max;
}

function findHits(db: TenantDb, tenantId: number, counted: Counted, now: Date) {
  const since = new Date(now.getTime() - counted.limit.windowMs);
  return findBucket(db, { tenantId, bucket: bucketOf(counted), since });
}

function tooMany({ errorCode, windowMs }: Limit, startedAt: Date, now: Date): CallError {
  const endsIn = startedAt.getTime() + windowMs - now.getTime();
  return new CallError(errorCode ?? 'TOO_MANY_REQUESTS', {
    retryAfter: Math.max(1, Math.ceil(endsIn / 1000)),
    // At least two, because the text has only the plural.
    values: { minutes: Math.max(2, Math.ceil(endsIn / 60_000)) },
  });
}

/**
 * Takes counted hits back, for limits that count failures. It uses one statement. If that fails, they are still hits of
 * this request, and are taken back after the fault. DANGER: name the counters in the order in which they are counted.
 */
export async function undoHits(db: TenantDb, tenantId: number, counted: readonly Counted[]): Promise<void> {
  await subtractHits(db, { tenantId, buckets: counted.map(bucketOf) });
  noteUndone(tenantId, counted);
}

/** Notes that a larger statement has taken counted hits back, so that no fault takes them back again. */
export function noteUndone(tenantId: number, counted: readonly Counted[]): void {
  const hits = hitsOfRequest.getStore() ?? [];
  for (const bucket of counted.map(bucketOf)) {
    const own = hits.findLastIndex((hit) => hit.tenantId === tenantId && hit.bucket === bucket);
    if (own >= 0) hits.splice(own, 1);
  }
}

/**
 * Returns the network whose requests count together: an IPv4 address, or an IPv6 /64, all of which one customer can
 * use.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
