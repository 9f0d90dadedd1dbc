import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantSettings } from '../../lib/tenant-settings.ts';

type Logo = Pick<TenantSettings, 'logo'>;

/** Returns the SVG of a marina's logo if we keep it; else null. */
export const readLogo = ({ logo }: Logo): string | null => readBrandFile(logo)?.toString('utf8') ?? null;

/**
 * Returns the PNG of a marina's logo, 144 pixels high, if we keep it; else null. It lies beside the SVG, because mail
 * programs show no SVG.
 */
export const readLogoPicture = ({ logo }: Logo): Buffer | null => readBrandFile(logo.replace(/\.svg$/, '.png'));

function readBrandFile(address: string): Buffer | null {
  const [, file] = /^\/brand\/([\w-]+\/[\w.-]+\.(?:svg|png))$/.exec(address) ?? [];
  if (file === undefined) return null;
  try {
    return readFileSync(join(import.meta.dirname, 'brand', file));
  } catch {
    return null;
  }
}
