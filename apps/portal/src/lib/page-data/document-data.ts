import type { FirstAnswer, LanguageTexts } from '@quayside/contract/portal/drawn-pages.ts';
import type { Language } from '@quayside/contract/tenant/languages.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';

/** The server's facts about the document that it sent. */
export interface PageData {
  /** The build time of the portal in milliseconds. It makes browsers reload language files after a release. */
  build: number;
  /** Origins of payment providers that this document's content security policy allows. */
  providerOrigins: string[];
}

interface Blocks {
  'portal-config': TenantConfig;
  languages: { languages: Language[] };
  'page-texts': LanguageTexts;
  page: PageData;
  'first-answers': FirstAnswer[];
  /** The server's time, in ms. */
  'sent-at': number;
  'style-nonce': string;
  'server-texts': Record<string, string>;
}

/** Returns a JSON block that the server put into the document. Undefined if there is none, and on the server. */
export function readBlock<Id extends keyof Blocks>(id: Id): Blocks[Id] | undefined {
  if (import.meta.env.SSR) return undefined;
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Blocks[Id]) : undefined;
}

/** Returns a private block and removes it from the document. */
export function takeBlock<Id extends keyof Blocks>(id: Id): Blocks[Id] | undefined {
  const block = readBlock(id);
  if (import.meta.env.SSR) return block;
  document.getElementById(id)?.remove();
  return block;
}

/** The facts of this document. Without them (on the dev server) it uses the safest values. */
export const pageData: PageData = readBlock('page') ?? { build: Date.now(), providerOrigins: [] };

/** The nonce that a `<style>` of a provider's script needs. Undefined on a page where no such script runs. */
export const styleNonce = takeBlock('style-nonce');

/** The path that this document was loaded for. Its content security policy belongs to that page. */
export const documentPath = import.meta.env.SSR ? '' : location.pathname;

const drawnAddress = import.meta.env.SSR ? undefined : document.getElementById('root')?.dataset.drawn;

/** The path of the page that the server has drawn into this document. A guard can have led to it. */
const drawnPath = drawnAddress?.replace(/\?.*$/, '');

/** Checks if this document was made for the page at a path. Then it has that page's texts. */
export const isMadeFor = (path: string): boolean => path === documentPath || path === drawnPath;
