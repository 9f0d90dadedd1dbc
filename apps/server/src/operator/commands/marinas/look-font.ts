import { z } from 'zod';
import { checkFontFile, loadedBytes, oneFamily, UnusableFont } from '../../../features/look/look.exports.ts';
import { storeFont } from '../../../features/look/look.service.ts';
import { changeLook } from '../../lib/change-look.ts';
import { savedSettings } from '../../lib/change-settings.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { TenantKey } from '../../lib/find-tenant.ts';
import { givenFile } from '../../lib/given-text.ts';

/** Two files with the letters of Europe's languages have less. */
const mostKilobytes = 100;

/** Sets the font of pages, papers and mails. */
export const setFont = command({
  name: 'look font',
  summary: 'Set the font of pages, papers and mails from two files.',
  positions: ['file'],
  options: z.strictObject({
    file: z.string().meta({ description: 'a TTF or OTF for texts' }),
    bold: z.string().meta({ description: 'the same font for headings and totals', value: 'file' }),
    tenant: TenantKey,
  }),
  async run(ctx, { file, bold: boldFile, tenant }) {
    const regular = await checked(file, (content) => checkFontFile('regular', content));
    const bold = await checked(boldFile, (content) => oneFamily(regular, checkFontFile('bold', content)));
    await changeLook(ctx, tenant, 'font', async (trx, tenantId) => ({
      font: JSON.stringify(await storeFont(trx, tenantId, { regular, bold }, ctx.clock.now())),
    }));
    const kilobytes = Math.ceil((await loadedBytes([regular, bold])) / 1_000);
    ctx.say(`${regular.family}: ${kilobytes} kB to load at a visitor's first page.`);
    if (kilobytes > mostKilobytes) ctx.say('That is much for a phone. Take out letters and signs that no text needs.');
    ctx.say(savedSettings);
  },
});

async function checked<T>(path: string, check: (content: Buffer) => T): Promise<T> {
  const content = await givenFile(path);
  try {
    return check(content);
  } catch (error) {
    throw error instanceof UnusableFont ? new OperatorError(`${path} ${error.message}`) : error;
  }
}
