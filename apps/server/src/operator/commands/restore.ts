import { z } from 'zod';
import { openFiles } from '../../providers/files/open-files.ts';
import { readManifest } from '../backup/manifest.ts';
import { openPlace } from '../backup/open-place.ts';
import { restoreBackup } from '../backup/restore.ts';
import { compareWithBackup, listFaults } from '../backup/verify.ts';
import { command, OperatorError } from '../lib/command.ts';

/** Restores a backup, or compares what was restored with it. docs/operating/backup.md describes it. */
export const restore = command({
  name: 'restore',
  summary: 'Restore a backup into an empty database and the configured storage, and verify it.',
  options: z.strictObject({
    from: z.string().meta({ description: 'the folder of a backup, or s3://bucket/prefix' }),
    verify: z
      .boolean()
      .default(false)
      .meta({ description: 'change nothing, and compare rows, files, seals and audit trails with the backup' }),
    withoutSecrets: z
      .boolean()
      .default(false)
      .meta({ description: 'restore although the key of the secrets is lost; run "secrets forget" after it' }),
  }),
  positions: ['from'],
  anyKeys: true,
  beginsInstallation: true,
  async run({ ownerUrl, database, environment, terminal, say }, { from, verify, withoutSecrets }) {
    const [place, storage] = await Promise.all([openPlace(from, environment), openFiles(environment)]);
    const step = (text: string) => void terminal.stderr.write(`${text}\n`);
    try {
      const manifest = verify
        ? await readManifest(place)
        : await restoreBackup({
            ownerUrl: ownerUrl(),
            storage,
            place,
            secretKeys: database.secretKeys,
            withoutSecrets,
            say: step,
          });
      const differences = await compareWithBackup(manifest, { ownerUrl: ownerUrl(), database, storage, say: step });
      if (differences.length > 0)
        throw new OperatorError(
          `${listFaults(differences)}\nThe database and its files differ from the backup of ${manifest.takenAt}.`,
        );
      say(`Rows, files, seals and audit trails are those of ${manifest.takenAt}: ${manifest.marinas.join(', ')}.`);
      if (manifest.files.missing.length > 0)
        say(`${manifest.files.missing.length} files were missing when the backup was made.`);
    } finally {
      place.close();
      storage.close?.();
    }
  },
});
