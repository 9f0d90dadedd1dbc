import { createHash } from 'node:crypto';
import { contrast } from '@quayside/contract/tenant/contrast.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { tryOwnPapers } from '../papers/papers.service.ts';
import { ownPapersOf, type OwnPapers } from '../papers/papers.exports.ts';
import type { OwnFont } from '../../lib/settings/tenant-settings.ts';
import { keptLookFile } from '../../lib/settings/look-files.ts';
import { brandOf } from '../tenant/tenant.exports.ts';
import { type FontFile } from './fonts.service.ts';
import { insertLookFile } from './look.queries.ts';
import { checkPaperFiles, type PaperFile, UnusablePapers } from './paper-files.rules.ts';
import { samplePapers } from './paper-samples.rules.ts';
import { type CheckedPicture, openSvg } from './pictures.service.ts';

/** Stores a picture. @returns its address, which contains the hash of its content */
export async function storePicture(
  trx: TenantDb,
  tenantId: number,
  { hash, ending, contentType, content, picture }: CheckedPicture,
  now: Date,
): Promise<string> {
  const row = { tenant_id: tenantId, hash, content_type: contentType, content, picture, created_at: now };
  await insertLookFile(trx, row);
  return `/look/${hash}.${ending}`;
}

/** Says how texts are readable on a marina's colour and beside it. */
export function tellColour(backgroundColour: string): string[] {
  const { colour, onColour, text } = brandOf({ backgroundColour });
  const ratio = (one: string, other: string) => `${contrast(one, other).toFixed(1)} to 1`;
  return [
    `Text on ${colour} is ${onColour}: ${ratio(onColour, colour)}.`,
    text === colour
      ? `Links on white have the colour itself: ${ratio(colour, '#ffffff')}.`
      : `On white the colour has only ${ratio(colour, '#ffffff')}, so links are ${text}: ${ratio(text, '#ffffff')}.`,
  ];
}

export interface CheckedPapers {
  files: readonly PaperFile[];
  /** Samples of all papers, as PDFs by file name. */
  samples: ReadonlyMap<string, Buffer>;
}

/**
 * Checks a marina's own templates, fonts and pictures for papers: sets every kind of paper in every language that the
 * marina offers.
 * @param given the files' contents by name
 * @throws UnusablePapers whose message names the paper, and the file and the line of the fault
 */
export async function checkPapers(tenant: Tenant, given: ReadonlyMap<string, Buffer>): Promise<CheckedPapers> {
  const files = checkPaperFiles(given);
  const contents = new Map(files.map((file) => [addressOf(file), file.content]));
  const own = ownPapersOf(
    { papers: addressesOf(files), font: tenant.settings.font },
    (address) => contents.get(address) ?? keptLookFile(address)?.content,
  );
  const samples = new Map<string, Buffer>();
  const signature = await drawnSignature();
  for (const language of tenant.settings.culture.availableLanguages)
    for (const [name, order] of samplePapers(tenant, language, signature))
      samples.set(name, await trySample(name, order, own));
  return { files, samples };
}

async function trySample(
  name: string,
  order: Parameters<typeof tryOwnPapers>[0],
  own: OwnPapers | null,
): Promise<Buffer> {
  try {
    return await tryOwnPapers(order, own);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^a paper was not drawn: /, '') : String(error);
    throw new UnusablePapers(`can't make ${name}. ${reason}`);
  }
}

/** Draws a line as a pen would, for the sample of a signed agreement. @returns a data URL of a PNG */
async function drawnSignature(): Promise<string> {
  const path = '<path d="M40 200C90 20 130 20 130 160S200 60 240 150 330 90 460 170" fill="none" stroke="#122b4a"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="300" stroke-width="6">${path}</svg>`;
  return `data:image/png;base64,${(await (await openSvg(Buffer.from(svg))).png().toBuffer()).toString('base64')}`;
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 32);
const addressOf = ({ ending, content }: Pick<PaperFile, 'ending' | 'content'>) => `/look/${hashOf(content)}.${ending}`;

const addressesOf = (files: readonly PaperFile[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file.name, addressOf(file)]));

/** Stores a marina's own files for papers. @returns their addresses by file name: the setting `papers` */
export async function storePaperFiles(
  trx: TenantDb,
  tenantId: number,
  files: readonly PaperFile[],
  now: Date,
): Promise<Record<string, string>> {
  for (const file of files) await storeFile(trx, tenantId, file, now);
  return addressesOf(files);
}

/** Stores the two files of a marina's own font. @returns the setting `font` */
export async function storeFont(
  trx: TenantDb,
  tenantId: number,
  { regular, bold }: { regular: FontFile; bold: FontFile },
  now: Date,
): Promise<OwnFont> {
  for (const file of [regular, bold]) await storeFile(trx, tenantId, file, now);
  return { family: regular.family, regular: addressOf(regular), bold: addressOf(bold) };
}

async function storeFile(
  trx: TenantDb,
  tenantId: number,
  { content, contentType }: Pick<PaperFile, 'content' | 'contentType'>,
  now: Date,
): Promise<void> {
  const row = { tenant_id: tenantId, hash: hashOf(content), content_type: contentType, content, picture: null };
  await insertLookFile(trx, { ...row, created_at: now });
}
