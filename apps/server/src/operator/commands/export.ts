import { z } from 'zod';
import { openFiles } from '../../providers/files/open-files.ts';
import { openPlace } from '../backup/open-place.ts';
import { verifyExport, writeExport } from '../export/write-export.ts';
import { command, OperatorError } from '../lib/command.ts';
import { findTenant, TenantKey } from '../lib/find-tenant.ts';

/** Exports everything of one marina. docs/operating/leaving.md describes it. */
export const exportMarina = command({
  name: 'export',
  summary: 'Export everything of one marina to a folder or a bucket. Run it again to go on after a stop.',
  options: z.strictObject({
    tenant: TenantKey,
    to: z.string().meta({ description: 'an empty folder, or s3://bucket/prefix' }),
    verify: z
      .boolean()
      .default(false)
      .meta({ description: 'write nothing, and compare the export that is there with its list' }),
  }),
  anyKeys: true,
  async run(ctx, { tenant: key, to, verify }) {
    const { environment, terminal, say } = ctx;
    const tenant = await findTenant(ctx, key);
    const [place, storage] = await Promise.all([openPlace(to, environment), openFiles(environment)]);
    const step = (text: string) => void terminal.stderr.write(`${text}\n`);
    try {
      const { tables, files, takenAt, marina } = verify
        ? await verifyExport(place, step)
        : await writeExport(ctx, { tenant, storage, place, say: step });
      if (marina.key !== tenant.key) throw new OperatorError(`${to} is an export of ${marina.key}.`);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en');
      say(`${to} has ${rows} rows of ${takenAt} and ${files.count.toLocaleString('en')} files.`);
      const first = files.missing.slice(0, 10).join(', ');
      if (files.missing.length > 0)
        throw new OperatorError(
          `The storage does not have ${files.missing.length} files that rows name: ${first}. The rest is there.`,
        );
    } finally {
      place.close();
      storage.close?.();
    }
  },
});
