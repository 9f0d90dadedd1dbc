import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Makes the source maps of a build small. At the first stack of a process, Node reads the maps of its files into
 * memory and keeps them: one array for each token. A stack names a file and a line, so a map needs one entry for each
 * line of the sources.
 * @param {string} built the folder of the maps
 * @param {string} place where that folder will lie; the maps name the sources as seen from there
 */
export function shrinkMaps(built, place) {
  for (const name of readdirSync(built).filter((file) => file.endsWith('.map'))) {
    const file = join(built, name);
    const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8'));
    const sources = map.sources.map((/** @type {string} */ source) => relative(place, resolve(built, source)));
    const mappings = encode(decode(map.mappings).map(keepLines));
    writeFileSync(file, JSON.stringify({ ...map, sources, names: [], mappings }));
  }
}

/**
 * Keeps the first entry of each line of a source.
 * @param {Segment[]} entries of one line of the built file
 * @returns {Segment[]}
 */
function keepLines(entries) {
  /** @type {Segment | undefined} */
  let last;
  return entries.flatMap((entry) => {
    if (last !== undefined && entry[1] === last[1] && entry[2] === last[2]) return [];
    last = entry;
    return [entry.length === 5 ? [entry[0], entry[1], entry[2], entry[3]] : entry];
  });
}

/** @typedef {import('@jridgewell/sourcemap-codec').SourceMapSegment} Segment */
