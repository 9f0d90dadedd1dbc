import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptLookFile } from '../../lib/settings/look-files.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

type Logo = Pick<TenantSettings, 'logo'>;

/** Returns the SVG of a marina's logo if it has one that we keep; else null. */
export function readLogo({ logo }: Logo): string | null {
  const own = keptLookFile(logo);
  if (own) return own.contentType === 'image/svg+xml' ? own.content.toString('utf8') : null;
  return readBrandFile(logo)?.toString('utf8') ?? null;
}

/**
 * Returns the PNG of a marina's logo, 144 pixels high, if we keep it; else null. It lies beside the SVG, because mail
 * programs show no SVG.
 */
export const readLogoPicture = ({ logo }: Logo): Buffer | null =>
  keptLookFile(logo)?.picture ?? readBrandFile(logo.replace(/\.svg$/, '.png'));

/** Returns the size of that picture, which has the shape of the logo; null if there is none. */
export function readLogoSize(settings: Logo): { width: number; height: number } | null {
  const picture = readLogoPicture(settings);
  return picture && { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

function readBrandFile(address: string): Buffer | null {
  const [, file] = /^\/brand\/([\w-]+\/[\w.-]+\.(?:svg|png))$/.exec(address) ?? [];
  if (file === undefined) return null;
  try {
    return readFileSync(join(import.meta.dirname, 'brand', file));
  } catch {
    return null;
  }
}
