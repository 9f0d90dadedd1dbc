import { fileURLToPath } from 'node:url';
import { longestTypedName } from '@quayside/contract/agreements/agreement-signing.ts';
import { ink } from '@quayside/contract/tenant/contrast.ts';
import { CallError } from '../../../http/errors.ts';
import { escapeHtml } from '../../../lib/texts/escape-html.ts';
import { nameFonts } from '../../../providers/pdf/fonts.ts';

/** The portal's pad with two pixels to the point, as its own images of names (`signature-image.ts`). */
const size = { width: 1_000, height: 600 };
const widest = { width: 900, height: 220 };

/** The letters that our typefaces have. Others would become empty boxes on machines without fonts. */
const writable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{M}\p{P}\d ]+$/u;
const arabic = /\p{Script=Arabic}/u;

/**
 * Returns the image of a typed name, as the portal makes it for signers with scripts: dark on white, in one line.
 * @returns a PNG as a data URL
 * @throws CallError SIGNATURE_UNUSABLE for a name that we can't write
 */
export async function imageOfTypedName(typed: string): Promise<string> {
  const name = typed.trim().replaceAll(/\s+/gu, ' ');
  if (name.length < 2 || name.length > longestTypedName || !writable.test(name))
    throw new CallError('SIGNATURE_UNUSABLE');
  const { family, file } = arabic.test(name) ? nameFonts.arabic : nameFonts.others;
  const { default: sharp } = await import('sharp');
  const text = `<span foreground="${ink}">${escapeHtml(name)}</span>`;
  const written = sharp({ text: { text, font: family, fontfile: fileURLToPath(file), rgba: true, dpi: 600 } });
  const input = await written
    .resize({ ...widest, fit: 'inside' })
    .png()
    .toBuffer();
  const paper = sharp({ create: { ...size, channels: 3, background: '#ffffff' } });
  const image = await paper.composite([{ input }]).png({ compressionLevel: 9 }).toBuffer();
  return `data:image/png;base64,${image.toString('base64')}`;
}
