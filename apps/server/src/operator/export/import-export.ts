import { manifestPath } from '../../features/archive/archive.exports.ts';
import { openFiles } from '../../providers/files/open-files.ts';
import { openPlace } from '../backup/open-place.ts';
import type { OperatorContext } from '../lib/command.ts';
import { takeInExport } from './take-in-export.ts';

/** Tells if a folder or a bucket holds an export, and not files of an office. */
export async function isExport(name: string, { environment }: OperatorContext): Promise<boolean> {
  const place = await openPlace(name, environment);
  try {
    const list = await place.read(manifestPath);
    list?.destroy();
    return list !== null;
  } finally {
    place.close();
  }
}

/** Imports an export, and says what is left to do. */
export async function importExport(ctx: OperatorContext, name: string, tenantKey: string | undefined): Promise<void> {
  const { environment, terminal } = ctx;
  const [place, storage] = await Promise.all([openPlace(name, environment), openFiles(environment)]);
  const say = (step: string) => void terminal.stderr.write(`${step}\n`);
  try {
    const key = await takeInExport(ctx, { place, storage, tenantKey, say });
    ctx.say(`${key} is as it was exported. Set its hosts, providers and keys next: see docs/operating/leaving.md.`);
  } finally {
    place.close();
    storage.close?.();
  }
}
