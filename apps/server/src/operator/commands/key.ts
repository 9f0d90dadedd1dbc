import { Scope } from '@quayside/contract/integration/scopes.ts';
import { z } from 'zod';
import {
  createKey,
  integrationKeys,
  revokeKey,
  rotateKey,
  TakesRealMoney,
} from '../../features/integration-keys/integration-keys.service.ts';
import { command, OperatorError, type OperatorContext } from '../lib/command.ts';
import { findTenant, TenantKey } from '../lib/find-tenant.ts';
import { systemUser } from '../lib/system-user.ts';

const hourMs = 3_600_000;

/** The short words for many scopes, beside the scopes themselves. */
const bundles: Record<string, readonly Scope[]> = {
  all: Scope.options,
  // An export holds far more than the lists show, so its scope is named by itself.
  read: Scope.options.filter((scope) => scope.endsWith(':read') && scope !== 'export:read'),
};

const Scopes = z
  .string()
  .meta({
    description: `what it may do: all, read, or some of ${Scope.options.join(', ')}, with commas between`,
    value: 'scopes',
  })
  .transform((text, problems) => {
    const words = text.split(',').map((word) => word.trim());
    const wrong = words.find((word) => bundles[word] === undefined && !Scope.safeParse(word).success);
    if (wrong !== undefined)
      problems.addIssue(`"${wrong}" is none of ${[...Object.keys(bundles), ...Scope.options].join(', ')}`);
    return Scope.options.filter((scope) => words.some((word) => (bundles[word] ?? [word]).includes(scope)));
  });

const KeyNumber = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
  .meta({ description: 'the key, by its number in "key list"' });

/** Makes a key and prints it. It is stored nowhere, so this is the only time that it can be read. */
export const createIntegrationKey = command({
  name: 'key create',
  summary: 'Make a key of the integration API for one of the marina’s programs. It is printed once.',
  options: z.strictObject({
    tenant: TenantKey,
    name: z.string().trim().min(1).max(80).meta({ description: 'what uses it, such as "Back office"', value: 'name' }),
    scopes: Scopes,
    lastDay: z.iso
      .date()
      .optional()
      .meta({ description: 'the last day on which it works, in UTC; left out: it has no end', value: 'yyyy-mm-dd' }),
    test: z
      .boolean()
      .default(false)
      .meta({ description: 'a test key: it ends when a payment provider of the marina leaves test mode' }),
  }),
  async run(ctx, { tenant: wanted, name, scopes, lastDay, test }) {
    const keys = await keysOf(ctx, wanted);
    const expiresAt = lastDay === undefined ? null : new Date(Date.parse(lastDay) + 24 * hourMs);
    if (expiresAt && expiresAt <= ctx.clock.now()) throw new OperatorError(`--last-day: ${lastDay} is over.`);
    const draft = { name, mode: test ? 'test' : 'live', scopes, expiresAt } as const;
    const key = await createKey(keys, draft, systemUser()).catch((error: unknown) => {
      if (!(error instanceof TakesRealMoney)) throw error;
      throw new OperatorError(`${keys.tenant.name} takes real money: make a live key, without --test.`);
    });
    ctx.say(`Key ${key.id} of ${keys.tenant.name}, "${name}", may ${scopes.join(', ')}:`);
    tellKey(ctx, key.text);
  },
});

/** Lists keys, also those that have ended. */
export const listIntegrationKeys = command({
  name: 'key list',
  summary: 'List the marina’s keys of the integration API: who made them, and when they were last used.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: wanted }) {
    const { db, tenant } = await keysOf(ctx, wanted);
    const keys = await integrationKeys({ db, tenant });
    if (keys.length === 0) ctx.say(`${tenant.name} has no key.`);
    for (const key of keys) {
      ctx.say(`${key.id}  qs_${key.mode}_…${key.hint}  ${key.name}`);
      ctx.say(`   made ${minuteOf(key.created_at)} by ${key.created_by}, last used ${minuteOf(key.last_used_at)}`);
      ctx.say(`   ${stateOf(key, ctx.clock.now())}; may ${key.scopes.join(', ')}`);
    }
  },
});

/** Ends a key at once. */
export const revokeIntegrationKey = command({
  name: 'key revoke',
  summary: 'End a key of the integration API at once.',
  options: z.strictObject({ key: KeyNumber, tenant: TenantKey }),
  positions: ['key'],
  async run(ctx, { tenant: wanted, key }) {
    const keys = await keysOf(ctx, wanted);
    if (!(await revokeKey(keys, key, systemUser()))) throw noSuchKey(keys.tenant.name, key);
    ctx.say(`Key ${key} of ${keys.tenant.name} no longer works.`);
  },
});

/** Replaces a key. The old one works for a while, so that its program can change over without a stop. */
export const rotateIntegrationKey = command({
  name: 'key rotate',
  summary: 'Make a new key in place of another, which works for a while longer. The new one is printed once.',
  options: z.strictObject({
    key: KeyNumber,
    tenant: TenantKey,
    overlapHours: z.coerce
      .number()
      .int()
      .min(0)
      .max(24 * 31)
      .default(24)
      .meta({ description: 'how long the old key still works', value: 'hours' }),
  }),
  positions: ['key'],
  async run(ctx, { tenant: wanted, key, overlapHours }) {
    const keys = await keysOf(ctx, wanted);
    const fresh = await rotateKey(keys, key, overlapHours * hourMs, systemUser());
    if (!fresh) throw noSuchKey(keys.tenant.name, key);
    ctx.say(`Key ${fresh.id} of ${keys.tenant.name} takes the place of key ${key}, which works until`);
    ctx.say(`${fresh.oldEndsAt.toISOString()}:`);
    tellKey(ctx, fresh.text);
  },
});

async function keysOf(ctx: OperatorContext, wanted: string) {
  const tenant = await findTenant(ctx, wanted);
  return { tenant, db: ctx.database.forTenant(tenant.id), clock: ctx.clock };
}

function tellKey({ say }: OperatorContext, text: string): void {
  say(`  ${text}`);
  say('Keep it where your program keeps its passwords. Nobody can print it again.');
}

const noSuchKey = (marina: string, id: number) =>
  new OperatorError(`${marina} has no key ${id} that works: "key list" shows them.`);

function stateOf({ revoked_at, expires_at }: Awaited<ReturnType<typeof integrationKeys>>[number], now: Date): string {
  if (revoked_at) return `revoked ${minuteOf(revoked_at)}`;
  if (expires_at === null) return 'works, without an end';
  return `${expires_at > now ? 'works until' : 'ended'} ${minuteOf(expires_at)}`;
}

const minuteOf = (at: Date | null) => (at === null ? 'never' : `${at.toISOString().slice(0, 16)}Z`);
