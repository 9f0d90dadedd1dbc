import { checkFontFile } from '../apps/server/src/features/look/fonts.service.ts';
import { storeFont } from '../apps/server/src/features/look/look.service.ts';
import { ownFont } from '../apps/server/src/testing/own-font.ts';
import type { Marina } from './marina.ts';

/** Gives a marina a font of its own, before its first page is opened. */
export async function giveFont({ tenant: { db, id } }: Marina): Promise<void> {
  const files = {
    regular: checkFontFile('regular', ownFont('regular')),
    bold: checkFontFile('bold', ownFont('bold')),
  };
  const font = await storeFont(db, id, files, new Date());
  const row = db.selectFrom('tenants').select('settings').where('id', '=', id);
  const { settings } = await row.executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...(settings as object), font });
  await db.updateTable('tenants').set({ settings: changed }).where('id', '=', id).execute();
}

/** Returns the fonts that a page has loaded by its rules, with their weights. Firefox writes a family with quotes. */
export const loadedFonts = () =>
  [...document.fonts]
    .filter(({ status }) => status === 'loaded')
    .map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`);
