import { z } from 'zod';
import { openFiles } from '../../providers/files/open-files.ts';
import { openPlace } from '../backup/open-place.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { command, OperatorError } from '../lib/command.ts';

/** Backs up everything that a restore needs. docs/operating/backup.md describes it. */
export const backup = command({
  name: 'backup',
  summary: 'Copy the database and all files to a folder or a bucket, while the server serves.',
  options: z.strictObject({
    to: z.string().meta({ description: 'an empty folder, or s3://bucket/prefix' }),
  }),
  positions: ['to'],
  anyKeys: true,
  async run({ ownerUrl, environment, terminal, say }, { to }) {
    const [place, storage] = await Promise.all([openPlace(to, environment), openFiles(environment)]);
    const step = (text: string) => void terminal.stderr.write(`${text}\n`);
    try {
      const { tables, files, marinas, secretKeys } = await writeBackup({
        ownerUrl: ownerUrl(),
        storage,
        place,
        say: step,
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en');
      const marinasText = marinas.length === 1 ? '1 marina' : `${marinas.length} marinas`;
      say(`${to} has ${marinasText}, ${rows} rows and ${files.count.toLocaleString('en')} files.`);
      if (secretKeys.length > 0)
        say(
          `Its secrets need the key ${secretKeys.join(' and ')}, which is not in it. Keep that key in another place.`,
        );
      if (files.missing.length > 0)
        throw new OperatorError(
          `The storage does not have ${files.missing.length} files that rows name: ` +
            `${files.missing.slice(0, 10).join(', ')}. Everything else is in the backup.`,
        );
    } finally {
      place.close();
      storage.close?.();
    }
  },
});
