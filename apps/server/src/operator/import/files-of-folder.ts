import { forgetFile, noteFile } from '../../features/files/files.service.ts';
import { openFiles } from '../../providers/files/open-files.ts';
import { openClamav } from '../../providers/scanner/clamav.ts';
import type { OperatorContext } from '../command.ts';
import { GivenFiles } from './given-file.ts';

/** What the rows of an import may name: files of its folder, for the storage of the settings. null: none. */
export function filesOfFolder(
  { database, environment, clock }: Pick<OperatorContext, 'database' | 'environment' | 'clock'>,
  folder: string | null,
  dryRun: boolean,
): GivenFiles {
  return new GivenFiles({
    folder,
    storage: () => openFiles(environment),
    scanner: environment.clamav ? openClamav(environment.clamav) : null,
    // Not by the import's own connection: what that notes is gone with its transaction.
    notes: {
      add: (file) => noteFile(database.forTenant(file.tenantId), file, clock.now()),
      remove: (file) => forgetFile(database.forTenant(file.tenantId), file),
    },
    dryRun,
  });
}
