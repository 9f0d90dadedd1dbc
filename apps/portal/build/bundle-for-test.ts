import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface Bundle {
  script: string;
  styles: string;
}

/**
 * A part of the portal alone, as one script and one style sheet, for a browser test.
 * @param entry from the portal's folder, such as `src/testing/agreements-list.tsx`
 */
export async function bundleForTest(entry: string): Promise<Bundle> {
  const built = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'part' } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  const styles = outputs.find((output) => output.type === 'asset' && output.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || styles?.type !== 'asset') throw new Error(`${entry} was not built`);
  return { script: script.code, styles: String(styles.source) };
}
