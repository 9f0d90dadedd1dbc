import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantSettings } from '../../lib/tenant-settings.ts';

/** Returns the SVG of a marina's logo if we keep it; else null. */
export function readLogo({ logo }: Pick<TenantSettings, 'logo'>): string | null {
  const [, file] = /^\/brand\/([\w-]+\/[\w.-]+\.svg)$/.exec(logo) ?? [];
  if (file === undefined) return null;
  try {
    return readFileSync(join(import.meta.dirname, 'brand', file), 'utf8');
  } catch {
    return null;
  }
}
