import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** In bytes. Below this size, the headers cost more than compression saves. */
const smallest = 512;

/**
 * Writes a `.br` and a `.gz` beside every text file of a folder, so that the server never compresses while it
 * serves.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    if (content.length < smallest) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
