import type { TenantDb } from '../../db/client.ts';
import { brandOf, contrast } from '../tenant/tenant.face.ts';
import { insertLookFile } from './look.queries.ts';
import type { CheckedPicture } from './pictures.service.ts';

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
