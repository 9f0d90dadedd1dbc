import { dirname, relative } from 'node:path';
import { Failure } from '../command/failure.mjs';
import { inProject, root } from '../command/project.mjs';
import { buildFromSources, isBuiltFrom } from './sources.mjs';

const programs = { main: 'main.ts', operator: 'operator/main.ts' };
/** The threads and processes that these programs start. Each is a built file, too. */
const started = {
  'draw.worker': 'app/draw.worker.ts',
  'active-pdf.worker': 'providers/files/active-pdf.worker.ts',
  'paper-process': 'worker/paper-process.ts',
  'paper-guard': 'worker/paper-guard.ts',
};
const built = inProject('apps', 'server', 'dist');
const sources = [
  inProject('apps', 'server', 'src'),
  inProject('packages', 'contract', 'src'),
  inProject('packages', 'embedded-postgres', 'src'),
  inProject('apps', 'server', 'package.json'),
  inProject('apps', 'sandbox', 'src', 'ports.json'),
  inProject('package-lock.json'),
  inProject('scripts', 'build', 'server.mjs'),
  inProject('scripts', 'build', 'small-maps.mjs'),
];

/** These packages have parts for this machine, or start threads from files of their own. */
export const apart = ['sharp', 'pino', '@myriaddreamin/typst-ts-node-compiler'];
/** Packages that are loaded only if they happen to be installed. */
const optional = /^(pg-native|typescript|@embedded-postgres\/.*)$/;

/**
 * Puts the server and the operator's commands with their packages into a few files, if their sources have changed.
 * Node loads them in two thirds of the time that a thousand files take.
 */
export function buildServer() {
  return buildFromSources(built, sources, (fresh) => {
    console.log('Building the server …');
    return bundle(fresh, built, programs);
  });
}

/** Tells if the built server is that of the sources as they are now. */
export const isServerBuilt = () => isBuiltFrom(built, sources);

/** The folder of the server as tests start it. */
const testServer = inProject('.cache', 'test-server');

/** Builds the server as tests start it: the same, and one more program with the fault switch. */
export function buildTestServer() {
  const withFaults = { ...programs, 'main-with-faults': 'testing/processes/main-with-faults.ts' };
  return buildFromSources(testServer, sources, (fresh) => bundle(fresh, testServer, withFaults));
}

/**
 * @param {string} fresh where to write
 * @param {string} place where the files will lie
 * @param {Record<string, string>} input
 */
async function bundle(fresh, place, input) {
  // Packages are only there after install().
  const { rolldown } = await import('rolldown');
  const { shrinkMaps } = await import('./small-maps.mjs');
  try {
    const build = await rolldown({
      input: Object.fromEntries(
        Object.entries({ ...input, ...started }).map(([name, file]) => [
          name,
          inProject('apps', 'server', 'src', file),
        ]),
      ),
      platform: 'node',
      external: (id) => apart.includes(id) || optional.test(id),
      plugins: [keepPlaces(place)],
      logLevel: 'silent',
    });
    // Without blanks and comments a process keeps less text in memory. Names stay, and the map tells the lines.
    const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
    // V8 keeps a text with a single character beyond Latin-1 in two bytes for each of its characters.
    const charset = 'ascii';
    await build.write({ dir: fresh, format: 'esm', entryFileNames: '[name].js', sourcemap: true, minify, charset });
    await build.close();
    shrinkMaps(fresh, place);
  } catch (error) {
    throw new Failure(`The server could not be built:\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Modules find templates and texts beside themselves. This keeps it so: `import.meta` still tells the place of the
 * source, as seen from the built file. Threads and processes start from their built files.
 * @param {string} place
 * @returns {import('rolldown').Plugin}
 */
function keepPlaces(place) {
  const own = new RegExp(`^${root}/(apps|packages)/(?!.*/node_modules/)`);
  const names = Object.keys(started).join('|');
  const start = new RegExp(`new URL\\('[./]+/(?:\\w+/)*(${names})\\.ts', import\\.meta\\.url\\)`, 'g');
  return {
    name: 'places-of-sources',
    transform: {
      filter: { id: own, code: /import\.meta\.(url|dirname)/ },
      handler: (code, id) => ({
        code: code
          .replace(start, "new URL('./$1.js', import.meta['url'])") // the place of the built file
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(place, id))}, import.meta.url).href`)
          .replaceAll(
            'import.meta.dirname',
            `(import.meta.dirname + ${JSON.stringify(`/${relative(place, dirname(id))}`)})`,
          ),
      }),
    },
  };
}
