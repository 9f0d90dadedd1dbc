import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and the folders above it that are missing. `mkdir` with `recursive` never ends if an existing folder
 * refuses a new one with ENOENT, as `/proc` does.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  if (await exists(folder)) return;
  await makeFolders(dirname(folder), mode);
  await mkdir(folder, mode).catch((error: NodeJS.ErrnoException) => {
    // Another process may have made it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
