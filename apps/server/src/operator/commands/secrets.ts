import { z } from 'zod';
import { agreeOnSecretKeys } from '../../db/secrets/check-secret-keys.ts';
import { deleteKeyIds, listKeyIds } from '../../db/secrets/secrets.queries.ts';
import { findSecrets, forgetSecrets, isOfOtherKey, encryptSecrets } from '../../features/secrets/secrets.exports.ts';
import { unsafeTenantIds } from '../../http/tenant/tenant.queries.ts';
import { auditOperator } from '../lib/audit-operator.ts';
import { command, OperatorError, type OperatorContext } from '../lib/command.ts';

/** Shows which keys the database's secrets need. It shows no key and no secret. */
export const showSecrets = command({
  name: 'secrets show',
  summary: 'Show which keys encrypt the database’s secrets, and how many secrets each.',
  options: z.strictObject({}),
  anyKeys: true,
  async run(ctx) {
    const counts = await countByKey(ctx);
    const { currentId } = ctx.database.secretKeys;
    for (const keyId of new Set([
      ...(currentId === null ? [] : [currentId]),
      ...(await keyIdsOf(ctx)),
      ...counts.keys(),
    ]))
      ctx.say(`${keyId}  ${secrets(counts.get(keyId) ?? 0)}, ${standingOf(ctx, keyId)}`);
  },
});

/** Encrypts all secrets with the current key. */
export const rotateSecrets = command({
  name: 'secrets rotate',
  summary: 'Encrypt all secrets with SECRETS_KEY, so that SECRETS_KEY_OTHER is no longer needed.',
  options: z.strictObject({
    force: z.boolean().default(false).meta({ description: 'also with a key that no server has started with' }),
  }),
  anyKeys: true,
  async run(ctx, { force }) {
    const { database, say } = ctx;
    if (!force) await refuseUnknownKey(ctx);
    await agreeOnSecretKeys(database);
    let count = 0;
    const unreadable: string[] = [];
    for (const tenantId of await unsafeTenantIds(database)) {
      const db = database.forTenant(tenantId);
      const result = await encryptSecrets(db, tenantId, isOfOtherKey(db));
      count += result.encrypted;
      unreadable.push(...result.unreadable);
    }
    const { currentId } = database.secretKeys;
    const otherKeys = [...(await countByKey(ctx)).keys()].filter((keyId) => keyId !== currentId);
    if (unreadable.length > 0 || otherKeys.length > 0)
      throw new OperatorError(
        [
          ...unreadable,
          `${secrets(count)} encrypted, and others still need ${otherKeys.join(', ')}. Run it again.`,
        ].join('\n'),
      );
    const unneeded = (await keyIdsOf(ctx)).filter((keyId) => keyId !== currentId);
    await deleteKeyIds(database.unsafeWithoutTenant(), unneeded);
    say(`${secrets(count)} encrypted. All need the key ${currentId} alone.`);
    say('A running server without this key can’t read them: its log and /ready name it. Restart it with the key.');
  },
});

/** Refuses a key that no server has yet: those that run could not read what it encrypts. Commands note it too. */
async function refuseUnknownKey(ctx: OperatorContext): Promise<void> {
  const { currentId } = ctx.database.secretKeys;
  const keyIds = await keyIdsOf(ctx);
  if (keyIds.length > 0 && currentId !== null && !keyIds.includes(currentId))
    throw new OperatorError(
      `No server has started with the key ${currentId} yet, and those that run can't read what it encrypts. Restart ` +
        'every server with it first (docs/operating/secrets.md). If no server runs, add --force.',
    );
}

/** Deletes the secrets whose key is lost. */
export const forgetLostSecrets = command({
  name: 'secrets forget',
  summary: 'Delete the secrets whose key is lost. Give the providers their settings again after it.',
  options: z.strictObject({
    key: z.string().meta({ description: 'the name of the lost key, as "secrets show" has it', value: 'name' }),
  }),
  anyKeys: true,
  async run({ database, clock, say }, { key }) {
    if (database.secretKeys.has(key))
      throw new OperatorError(`The key ${key} is not lost: SECRETS_KEY or SECRETS_KEY_OTHER is that key.`);
    for (const tenantId of await unsafeTenantIds(database)) {
      const lost = await database
        .forTenant(tenantId)
        .transaction()
        .execute(async (trx) => {
          const deleted = await forgetSecrets(trx, tenantId, key);
          if (deleted.length > 0)
            await auditOperator(trx, tenantId, clock.now(), { event: 'secrets.forgotten', details: { key } });
          return deleted;
        });
      for (const line of lost) say(`tenant ${tenantId}: ${line}`);
    }
    await deleteKeyIds(database.unsafeWithoutTenant(), [key]);
    say(`Nothing needs the key ${key} any more.`);
  },
});

/** The name of secrets that no key encrypts, in counts. */
const plain = 'not encrypted';

/** Counts the secrets of all marinas by the name of their key. */
async function countByKey({ database }: OperatorContext): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const tenantId of await unsafeTenantIds(database))
    for (const { keyId } of await findSecrets(database.forTenant(tenantId), tenantId))
      counts.set(keyId ?? plain, (counts.get(keyId ?? plain) ?? 0) + 1);
  return counts;
}

const keyIdsOf = async ({ database }: OperatorContext) =>
  (await listKeyIds(database.unsafeWithoutTenant())).map(({ keyId }) => keyId);

function standingOf({ database: { secretKeys } }: OperatorContext, keyId: string): string {
  if (keyId === secretKeys.currentId) return 'SECRETS_KEY';
  if (keyId === plain) return 'run "secrets rotate"';
  return secretKeys.has(keyId) ? 'SECRETS_KEY_OTHER' : 'MISSING';
}

const secrets = (count: number) => (count === 1 ? '1 secret' : `${count.toLocaleString('en')} secrets`);
