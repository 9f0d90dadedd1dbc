import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import type { DeclaredTable } from '../../db/declared-table.ts';
import type { IntegrationContext, Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { appendAudit } from '../audit/audit.service.ts';
import { minute } from '../../lib/time/durations.ts';
import { hasFile, readLinesOfFiles, setCommonTexts, tryExportAlone } from './archive.queries.ts';
import { readRows } from './archive.service.ts';
import { type ArchivedFile, fileOf, filePath, type Manifest, manifestPath } from './manifest.rules.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.rules.ts';

/**
 * The pace that a reader has to keep. One that takes nothing for `pauseMs` has gone. One that takes less than
 * `bytesPerMs`, which is half a megabit a second, holds the moment of the database and the place of other marinas.
 */
const slowestPace = { pauseMs: 2 * minute, bytesPerMs: 64 };

const chunkSize = 64 * 1024;

/** The places that an archive is read from. */
interface ArchiveSource {
  /** Connects without limits of time. */
  db: TenantDb;
  files: FileStorage;
  tables: readonly DeclaredTable[];
  /** Default: `slowestPace`. Tests have another one. */
  pace?: typeof slowestPace;
}

/**
 * Streams everything of a marina as a TAR archive, of one moment, with the list of its contents at the end. Memory
 * does not grow with the marina. A fault ends the stream before the list, so that nobody takes a part for the whole.
 * @param after the name of a stored file. It and the files before it are left out, because the reader has them.
 * @throws CallError TOO_MANY_REQUESTS while another export of the marina runs, NOT_FOUND if there is no such file
 */
export async function streamArchive(
  ctx: Pick<IntegrationContext, 'db' | 'tenant' | 'key' | 'clock' | 'request'>,
  { db, files, tables, pace = slowestPace }: ArchiveSource,
  after?: string,
): Promise<Readable> {
  const { tenant, key, clock, request } = ctx;
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  const end = () =>
    trx
      .rollback()
      .execute()
      .catch(() => {});
  try {
    if (!(await tryExportAlone(trx, tenant.id))) throw new CallError('TOO_MANY_REQUESTS', { retryAfter: 60 });
    if (after !== undefined && !(await hasFile(trx, tenant.id, after))) throw new CallError('NOT_FOUND');
    await setCommonTexts(trx);
    await appendAudit(ctx.db, tenant.id, {
      at: clock.now(),
      event: 'export',
      actor: { kind: 'integration', key: key.id, name: key.name },
      accountId: null,
      subject: null,
      ip: request.ip,
      userAgent: request.userAgent,
      details: {},
    });
  } catch (error) {
    await end();
    throw error;
  }
  const stream = Readable.from(
    whileTaken(tarOf(trx, tenant, { files, tables, after }), pace, () => stream.destroy()),
    { objectMode: false },
  );
  // A reader that leaves before the first byte never starts the generator, so the stream's own end counts.
  stream.once('close', end);
  return stream;
}

/** Gives up when the reader takes nothing any more, or too little. Only the time that the reader needs counts. */
async function* whileTaken(
  chunks: AsyncIterable<Buffer>,
  { pauseMs, bytesPerMs }: typeof slowestPace,
  giveUp: () => void,
): AsyncGenerator<Buffer> {
  let [sent, waitedMs] = [0, 0];
  for await (const chunk of chunks) {
    const behindMs = Math.max(0, waitedMs - sent / bytesPerMs);
    const timer = setTimeout(giveUp, pauseMs - behindMs).unref();
    const began = performance.now();
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
    waitedMs += performance.now() - began;
    sent += chunk.length;
  }
}

async function* tarOf(
  trx: TenantDb,
  tenant: Tenant,
  { files, tables, after }: Pick<ArchiveSource, 'files' | 'tables'> & { after: string | undefined },
): AsyncGenerator<Buffer> {
  const rows = readRows(trx, tenant, tables);
  for (;;) {
    const next = await rows.next();
    if (!next.done) {
      yield* entryOf(next.value.path, next.value.content);
      continue;
    }
    const manifest: Manifest = { ...next.value, files: yield* filesOf(trx, tenant.id, files, after) };
    yield* entryOf(manifestPath, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    return yield tarEnd;
  }
}

/**
 * Streams the files that rows name, in the order of their commits.
 * @param after the name of the last file that the reader has
 * @returns what the list says of all of them
 */
async function* filesOf(
  trx: TenantDb,
  tenantId: number,
  storage: FileStorage,
  after: string | undefined,
): AsyncGenerator<Buffer, Manifest['files']> {
  const files: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
  let isKnown = after !== undefined;
  for await (const lines of readLinesOfFiles(trx, tenantId))
    for (const line of lines) {
      const file = fileOf(line);
      if (file === null) continue;
      if (!isKnown) {
        const content = await storage.get(tenantId, file.name);
        if (content === null) {
          files.missing.push(file.name);
          continue;
        }
        yield* fileEntry(file, content);
      }
      if (file.name === after) isKnown = false;
      files.count += 1;
      files.bytes += file.size;
    }
  return files;
}

async function* fileEntry({ name, size, sha256 }: ArchivedFile, content: Readable): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield tarHeader(filePath(name), size, new Date(0));
  let sent = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    sent += chunk.length;
    if (sent > size) break;
    yield chunk;
  }
  if (sent !== size || hash.digest('hex') !== sha256) throw new Error(`the stored file ${name} was changed`);
  yield tarPadding(size);
}

async function* entryOf(path: string, content: Buffer): AsyncGenerator<Buffer> {
  yield tarHeader(path, content.length, new Date(0));
  for (let at = 0; at < content.length; at += chunkSize) yield content.subarray(at, at + chunkSize);
  yield tarPadding(content.length);
}
