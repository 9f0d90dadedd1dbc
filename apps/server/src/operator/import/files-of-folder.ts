import { forgetFile, noteFile } from '../../features/files/files.service.ts';
import { openFiles } from '../../providers/files/open-files.ts';
import { openClamav } from '../../providers/scanner/clamav.ts';
import type { OperatorContext } from '../lib/command.ts';
import { GivenFiles } from '../../import/given-file.ts';

/**
 * Returns the files of a folder that the rows of an import may name, for the configured storage. null: the import
 * has no folder.
 */
export function filesOfFolder(
  { database, environment, clock }: Pick<OperatorContext, 'database' | 'environment' | 'clock'>,
  folder: string | null,
  dryRun: boolean,
): GivenFiles {
  return new GivenFiles({
    folder,
    storage: () => openFiles(environment),
    scanner: environment.clamav ? openClamav(environment.clamav) : null,
    // Notes are written on a connection of their own. On the import's, they would be rolled back with it.
    notes: {
      add: (file) => noteFile(database.forTenant(file.tenantId), file, clock.now()),
      remove: (file) => forgetFile(database.forTenant(file.tenantId), file),
    },
    dryRun,
  });
}
