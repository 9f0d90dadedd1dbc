import type { DatabaseClient } from '../../db/client.ts';
import { unsafeTenantIds } from '../../http/tenant/tenant.queries.ts';
import { StartError } from '../../lib/start-error.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { findNewestStored } from './files.queries.ts';

/** So many marinas tell enough, and a start with a thousand of them stays short. */
const marinasToAsk = 20;

/**
 * Checks that the storage is the one of this database: it has the newest file of at least one of the first marinas.
 * A single lost file stops no start. A storage without any is another one, or was not restored with the database.
 * @throws StartError that names a missing file
 */
export async function refuseForeignStorage(database: DatabaseClient, storage: FileStorage): Promise<void> {
  let missing: string | undefined;
  for (const id of (await unsafeTenantIds(database)).slice(0, marinasToAsk)) {
    const name = await findNewestStored(database.forTenant(id), id);
    if (name === undefined) continue;
    if (await storage.exists(id, name)) return;
    missing ??= `${id}/${name}`;
  }
  if (missing !== undefined)
    throw new StartError(
      `The storage has none of the newest files that the database names, such as ${missing}: it is empty, or belongs ` +
        'to another database. Correct DATA_DIR or S3_BUCKET, or restore the files. If they are lost, set ' +
        'START_WITHOUT_FILES=on.',
    );
}
