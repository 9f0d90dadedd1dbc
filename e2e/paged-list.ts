import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const portal = fileURLToPath(new URL('../apps/portal', import.meta.url));

interface Bundle {
  script: string;
  styles: string;
}

let bundle: Promise<Bundle> | undefined;

/** A page of PagedList alone, made of the portal's own sources, where whoever the page is signed in as has agreements. */
export async function openAgreements(page: Page, url: string, search = ''): Promise<void> {
  // A document of the same origin, without the portal.
  await page.goto(`${url}/harbour/api/health${search}`);
  await showAgreements(page);
}

/** The same where the document is open, such as after a reload. */
export async function showAgreements(page: Page): Promise<void> {
  bundle ??= makeBundle();
  const { script, styles } = await bundle;
  await page.addStyleTag({ content: styles });
  await page.addScriptTag({ content: script, type: 'module' });
}

async function makeBundle(): Promise<Bundle> {
  const built = await build({
    root: portal,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'src/testing/agreements-list.tsx', formats: ['es'], fileName: 'list' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  const styles = outputs.find((output) => output.type === 'asset' && output.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || styles?.type !== 'asset') throw new Error('The list was not built');
  return { script: script.code, styles: String(styles.source) };
}
