import { finished } from 'node:stream/promises';
import type pg from 'pg';
import type { DatabaseClient } from '../../db/client.ts';
import { verifyChain } from '../../features/audit/audit.exports.ts';
import { findBrokenSeals } from '../../features/agreements/agreements.exports.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { unsafeTenantIds } from '../../http/tenant/tenant.queries.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import type { Manifest } from './manifest.ts';
import { sumWhileFlowing } from './place.ts';
import { connectWithoutTimeout, filesOf, forEachConcurrently, listTables, listTenants, rowsOf } from './rows.ts';

interface Verified {
  ownerUrl: string;
  database: DatabaseClient;
  storage: FileStorage;
  say: (step: string) => void;
}

/**
 * Compares a database and its files with the backup that they were restored from, and checks seals and audit trails.
 * @returns one line for each difference
 */
export async function compareWithBackup(manifest: Manifest, verified: Verified): Promise<string[]> {
  const { ownerUrl, storage, say } = verified;
  const differences: string[] = [];
  const client = await connectWithoutTimeout(ownerUrl);
  try {
    await client.query('begin isolation level repeatable read read only');
    const tenants = await listTenants(client);
    const expected = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]));
    for (const table of await listTables(client)) {
      const { stream, sum } = sumWhileFlowing(rowsOf(client, table, tenants));
      await finished(stream.resume());
      const { lines, sha256 } = sum();
      const { rows = 0, sha256: wanted } = expected.get(`${table.schema}.${table.name}`) ?? {};
      if (lines !== rows) differences.push(`${table.name}: ${lines} rows, and ${rows} in the backup`);
      else if (sha256 !== wanted) differences.push(`${table.name}: the rows differ from those in the backup`);
    }
    say('rows compared');
    differences.push(...(await checkFiles(client, tenants, { storage, say, isKnown: knownIn(manifest) })).faults);
  } finally {
    await client.end();
  }
  differences.push(...(await checkAllProofs(verified)));
  return differences;
}

/**
 * Checks a database and its files by themselves: files that rows name, seals and audit trails.
 * @returns the number of files, and one line for each fault
 */
export async function findDamage(verified: Verified): Promise<{ files: number; faults: string[] }> {
  const client = await connectWithoutTimeout(verified.ownerUrl);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { storage, say } = verified;
    const { files, faults } = await checkFiles(client, await listTenants(client), { storage, say });
    return { files, faults: [...faults, ...(await checkAllProofs(verified))] };
  } finally {
    await client.end();
  }
}

/** Returns a function that knows the files which were missing when the backup was made. */
const knownIn = (manifest: Manifest) => {
  const missing = new Set(manifest.files.missing);
  return (path: string) => missing.has(path);
};

interface CheckedFiles extends Pick<Verified, 'storage' | 'say'> {
  /** Tells if a file is known to be missing. */
  isKnown?: (path: string) => boolean;
}

async function checkFiles(
  client: pg.Client,
  tenants: readonly { id: number; key: string }[],
  { storage, say, isKnown = () => false }: CheckedFiles,
): Promise<{ files: number; faults: string[] }> {
  const faults: string[] = [];
  let files = 0;
  for (const { id, key } of tenants) {
    for await (const page of filesOf(client, id)) {
      files += page.length;
      await forEachConcurrently(page, async ({ name, sha256 }) => {
        const state = await stateOf(storage, id, name, sha256);
        const isExpected = state === 'missing' && isKnown(`${id}/${name}`);
        if (state !== 'whole' && !isExpected) faults.push(`${key}: the file ${id}/${name} is ${state}`);
      });
    }
    say(`${key}: files compared`);
  }
  return { files, faults };
}

async function checkAllProofs({ database, storage, say }: Verified): Promise<string[]> {
  const faults: string[] = [];
  for (const id of await unsafeTenantIds(database)) faults.push(...(await checkProofs(database, storage, id)));
  say('seals and audit trails checked');
  return faults;
}

async function stateOf(storage: FileStorage, tenantId: number, name: string, wanted: string) {
  const content = await storage.get(tenantId, name);
  if (content === null) return 'missing';
  const { stream, sum } = sumWhileFlowing(content);
  await finished(stream.resume());
  return sum().sha256 === wanted ? 'whole' : 'damaged';
}

/** Checks what proves something to others: sealed papers, and the chain of the audit trail. */
async function checkProofs(database: DatabaseClient, storage: FileStorage, id: number): Promise<string[]> {
  const db = database.forTenant(id);
  const tenant = await loadTenant(database, id);
  const chain = await verifyChain(db, id);
  const broken = chain.intact ? [] : [`${tenant.key}: the audit trail is broken at entry ${chain.sequence}`];
  const seals = await findBrokenSeals(db, tenant, storage);
  return [...broken, ...seals.map((name) => `${tenant.key}: the seal of ${name} is not valid`)];
}

/** Names the first faults, and counts the others. */
export function listFaults(faults: readonly string[]): string {
  const more = faults.length > 20 ? `\n… and ${faults.length - 20} more` : '';
  return `${faults.slice(0, 20).join('\n')}${more}`;
}
