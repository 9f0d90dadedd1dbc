import { createReadStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolders } from '@quayside/embedded-postgres/make-folders.ts';
import { type FileStorage, measure, newFileName, pathOf } from './file-storage.ts';

/** Stores files in a folder that only the server's user may enter. */
export function openLocalFolder(root: string): FileStorage {
  const placeOf = (tenantId: number, name: string) => {
    const path = pathOf(tenantId, name);
    return path === null ? null : join(root, path);
  };
  return {
    async put(tenantId, content, limit, name = newFileName()) {
      const place = placeOf(tenantId, name);
      if (place === null) throw new RangeError(`no place of a file: ${tenantId}/${name}`);
      const { stream, facts } = measure(content, limit);
      makeFolders(dirname(place), 0o700);
      try {
        await writeWhole(`${place}.partial`, stream);
        await rename(`${place}.partial`, place);
      } catch (error) {
        await rm(`${place}.partial`, { force: true });
        throw error;
      }
      await syncFolder(dirname(place));
      return { name, ...facts() };
    },

    async get(tenantId, name, range) {
      const place = placeOf(tenantId, name);
      const file = place === null ? null : await open(place).catch(orNull);
      return file && createReadStream('', { fd: file, ...range });
    },

    async exists(tenantId, name) {
      const place = placeOf(tenantId, name);
      return place !== null && (await access(place).then(() => true, orNull)) === true;
    },

    async delete(tenantId, name) {
      const place = placeOf(tenantId, name);
      if (place === null) return;
      await rm(place, { force: true });
      await rm(`${place}.partial`, { force: true });
    },
  };
}

async function writeWhole(place: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(place, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the file's entry survive a power failure, as `sync` did with its bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
