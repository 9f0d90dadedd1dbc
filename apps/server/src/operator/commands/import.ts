import { z } from 'zod';
import { command, OperatorError } from '../lib/command.ts';
import { filesOfFolder } from '../import/files-of-folder.ts';
import { findSources } from '../import/folder.ts';
import { kinds } from '../import/kinds.ts';
import { Progress } from '../import/progress.ts';
import { runImport } from '../import/run-import.ts';
import { tellStored } from '../import/tell-stored.ts';
import { importExport, isExport } from '../export/import-export.ts';

/** Imports a marina's own data. docs/operating/import.md describes the files. */
export const importFolder = command({
  name: 'import',
  summary: 'Import a folder of CSV or JSON files: all of it, or nothing if something is wrong.',
  options: z.strictObject({
    folder: z.string().meta({ description: 'where tenants.csv, sites.csv, accounts.csv and so on are' }),
    tenant: z.string().optional().meta({ description: 'the marina, by its key, of rows that name none', value: 'key' }),
    dryRun: z.boolean().default(false).meta({ description: 'check and count, and write nothing' }),
    officeWins: z
      .boolean()
      .default(false)
      .meta({ description: "take the file's details of accounts, even where customers changed theirs" }),
  }),
  positions: ['folder'],
  async run(ctx, { folder, tenant: tenantKey, dryRun, officeWins }) {
    if (await isExport(folder, ctx)) {
      if (dryRun)
        throw new OperatorError('Check an export with "export --verify": --dry-run is for files of an office.');
      return importExport(ctx, folder, tenantKey);
    }
    const { ownerDb, clock, say, terminal } = ctx;
    const { stderr } = terminal;
    const sources = findSources(folder, ['tenants', ...kinds.map(({ name }) => name)]);
    const progress = new Progress({
      write: (text) => stderr.write(text),
      isTTY: stderr.isTTY,
      now: () => performance.now(),
    });
    const event = 'import' as const;
    const files = filesOfFolder(ctx, folder, dryRun);
    const options = { sources, tenantKey, dryRun, event, officeWins, files, now: clock.now(), progress };
    const { problems, stored, kept } = await runImport(ownerDb(), options).finally(() => files.close());
    if (problems.count > 0)
      throw new OperatorError(`${problems.tell()}\n${problems.count} to correct. Nothing was written.`);
    if (kept.count > 0) say(`${kept.tell()}\n(--office-wins takes the file's.)`);
    for (const line of tellStored(stored)) say(line);
    const rate = Math.round(progress.rows / progress.seconds).toLocaleString('en');
    say(`${progress.rows.toLocaleString('en')} rows in ${progress.seconds.toFixed(1)} s, ${rate} a second.`);
    if (dryRun) say('Nothing was written (--dry-run).');
  },
});
