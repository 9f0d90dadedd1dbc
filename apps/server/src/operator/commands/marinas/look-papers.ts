import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UnusablePapers } from '../../../features/look/look.exports.ts';
import { checkPapers, storePaperFiles } from '../../../features/look/look.service.ts';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { changeLook } from '../../lib/change-look.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { makeFolders } from '@quayside/embedded-postgres/make-folders.ts';

/** Sets a marina's own templates for papers. */
export const setPapers = command({
  name: 'look papers',
  summary: 'Check and set the templates of papers from a folder. With --preview: only make samples.',
  positions: ['folder'],
  options: z.strictObject({
    folder: z.string().meta({ description: 'templates for Typst, with fonts and pictures' }),
    tenant: TenantKey,
    preview: z.string().optional().meta({ description: 'a folder for samples of all papers; nothing is saved' }),
  }),
  async run(ctx, { folder, tenant: key, preview }) {
    // The samples have the marina's own logo and font, which are loaded with it.
    const tenant = await loadTenant(ctx.database, (await findTenant(ctx, key)).id);
    const folderFiles = await filesOf(folder);
    ctx.say(`Making samples of all papers in ${tenant.settings.culture.availableLanguages.length} languages …`);
    const { files, samples } = await checkPapers(tenant, folderFiles).catch((error: unknown) => {
      throw error instanceof UnusablePapers ? new OperatorError(`${folder} ${error.message}`) : error;
    });
    if (preview !== undefined) {
      makeFolders(preview);
      for (const [name, pdf] of samples) await writeFile(join(preview, name), pdf);
      ctx.say(`${samples.size} samples are in ${preview}. Nothing is saved: run it again without --preview.`);
      return;
    }
    await changeLook(ctx, key, 'papers', async (trx, tenantId) => ({
      papers: JSON.stringify(await storePaperFiles(trx, tenantId, files, ctx.clock.now())),
    }));
    ctx.say(`Saved ${files.map(({ name }) => name).join(', ')}. Running servers use them within five seconds.`);
  },
});

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  try {
    const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
    const nested = entries.find((entry) => !entry.isFile());
    if (nested) throw new OperatorError(`${folder} has ${nested.name}, which is no file. Put all files side by side.`);
    const names = entries.map(({ name }) => name).toSorted();
    return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(`${folder} can't be read.`);
  }
}
