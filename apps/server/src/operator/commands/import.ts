import { z } from 'zod';
import { takeNumbersApart } from '../../db/sql/numbers.ts';
import { findSitesToProvide } from '../../features/payments/payments.exports.ts';
import { command, type OperatorContext, OperatorError } from '../lib/command.ts';
import { findTenant } from '../lib/find-tenant.ts';
import { filesOfFolder } from '../import/files-of-folder.ts';
import { findSources } from '../import/folder.ts';
import { readMapping } from '../import/mapping.ts';
import { knownEncoding } from '../import/reading/encoding.ts';
import { formatsOf } from '../import/reading/locale.ts';
import { kinds } from '../import/kinds.ts';
import { Progress } from '../import/progress.ts';
import { type ImportResult, runImport } from '../import/run-import.ts';
import { storedTable } from '../import/stored-table.ts';
import { importExport, isExport } from '../export/import-export.ts';

/** Imports a marina's own data. docs/operating/import.md describes the files. */
export const importFolder = command({
  name: 'import',
  beginsInstallation: true,
  summary: 'Import a folder of CSV or JSON files: all of it, or nothing if something is wrong.',
  options: z.strictObject({
    folder: z.string().meta({ description: 'where tenants.csv, sites.csv, accounts.csv and so on are' }),
    tenant: z.string().optional().meta({ description: 'the marina, by its key, of rows that name none', value: 'key' }),
    dryRun: z.boolean().default(false).meta({ description: 'check and count, and write nothing' }),
    officeWins: z
      .boolean()
      .default(false)
      .meta({ description: "take the file's details of accounts, even where customers changed theirs" }),
    encoding: z
      .string()
      .optional()
      .meta({ description: 'of the CSV files, such as windows-1252; else it is found or guessed', value: 'name' }),
    separator: z
      .enum([',', ';', 'tab', '|'])
      .optional()
      .meta({ description: 'between the cells of the CSV files; else that of the first line', value: 'sign' }),
    locale: z
      .string()
      .optional()
      .meta({ description: 'how days and numbers are written, such as de-DE', value: 'language' }),
    mapping: z
      .string()
      .optional()
      .meta({ description: 'a JSON file with your own names of files and columns', value: 'path' }),
  }),
  positions: ['folder'],
  async run(ctx, { folder, tenant: tenantKey, dryRun, officeWins, ...written }) {
    if (await isExport(folder, ctx)) {
      if (dryRun)
        throw new OperatorError('Check an export with "export --verify": --dry-run is for files of an office.');
      return importExport(ctx, folder, tenantKey);
    }
    const { database, ownerDb, clock, say, terminal } = ctx;
    const { stderr } = terminal;
    const names = ['tenants', ...kinds.map(({ name }) => name)];
    const sources = findSources(folder, names, {
      ...formatOf(written, names),
      say: (line) => void stderr.write(`${line}\n`),
    });
    const progress = new Progress({
      write: (text) => stderr.write(text),
      isTTY: stderr.isTTY,
      now: () => performance.now(),
    });
    const files = filesOfFolder(ctx, folder, dryRun);
    terminal.ifStopped = 'Stopped: nothing was written.';
    const result = await runImport(ownerDb(), {
      sources,
      files,
      tenantKey,
      dryRun,
      officeWins,
      progress,
      event: 'import',
      now: clock.now(),
      takeNumbers: takeNumbersApart((tenantId) => database.forTenant(tenantId)),
      beforeCommit: () => void (terminal.ifStopped = maybeWritten),
    }).finally(() => files.close());
    terminal.ifStopped = undefined;
    tellResult(say, result);
    const rate = Math.round(progress.rows / progress.seconds).toLocaleString('en');
    say(`${progress.rows.toLocaleString('en')} rows in ${progress.seconds.toFixed(1)} s, ${rate} a second.`);
    if (dryRun) return say('Nothing was written (--dry-run).');
    for (const key of new Set(result.stored.map(({ tenant }) => tenant))) if (key !== '') await tellSites(ctx, key);
  },
});

const maybeWritten =
  'Stopped while the rows were being committed. Import the same files again: rows that are there stay as they are.';

/** Tells what became of the rows. @throws OperatorError with the problems, if there are any */
function tellResult(say: OperatorContext['say'], { problems, stored, kept, doubtful }: ImportResult): void {
  if (doubtful.count > 0) say(doubtful.tell());
  if (problems.count > 0)
    throw new OperatorError(`${problems.tell()}\n${problems.count} to correct. Nothing was written.`);
  if (kept.count > 0) say(`${kept.tell()}\n(--office-wins takes the file's.)`);
  for (const line of storedTable(stored)) say(line);
}

/** Tells the sites on which customers can't pay, although they can on the marina's others. */
async function tellSites(ctx: OperatorContext, key: string): Promise<void> {
  const { id } = await findTenant(ctx, key);
  for (const { site_id, providers } of await findSitesToProvide(ctx.database.forTenant(id), id))
    ctx.say(
      `Site ${site_id} of ${key} has no payment provider, so nobody can pay its orders online. Run ` +
        providers.map((provider) => `"tenant set ${key} providers.${provider} --file - --site ${site_id}"`).join(', ') +
        '.',
    );
}

interface Written {
  encoding?: string | undefined;
  separator?: string | undefined;
  locale?: string | undefined;
  mapping?: string | undefined;
}

/** Reads the options that say how files are written. @throws OperatorError for an unknown name */
function formatOf({ encoding, separator, locale, mapping }: Written, names: readonly string[]) {
  const known = encoding === undefined ? undefined : knownEncoding(encoding);
  if (known === null) throw new OperatorError(`"${encoding}" is no encoding such as utf-8 or windows-1252.`);
  const formats = locale === undefined ? undefined : formatsOf(locale);
  if (formats === null) throw new OperatorError(`"${locale}" is no language and country such as en-GB or de-DE.`);
  return {
    encoding: known,
    separator: separator === 'tab' ? '\t' : separator,
    formats,
    mapping: mapping === undefined ? undefined : readMapping(mapping, names),
    mappingPath: mapping,
  };
}
