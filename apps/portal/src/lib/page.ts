import type { FirstAnswer } from '@quayside/contract/first-calls.ts';
import type { Language } from '@quayside/contract/languages.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';

/** The texts of one language, by folder, as the language files have them. */
export interface LanguageFiles {
  language: string;
  files: Record<'SharedLibrary' | 'Common' | 'Portal', Record<string, string>>;
}

/** What the server knows about the document it sent. */
export interface PageFacts {
  /** When the portal was built, in milliseconds; busts caches of language files. */
  build: number;
  /** Origins of payment providers that this document's content security policy allows. */
  providerOrigins: string[];
}

interface Blocks {
  'portal-config': TenantConfig;
  languages: { languages: Language[] };
  'language-files': LanguageFiles;
  page: PageFacts;
  'first-answers': FirstAnswer[];
}

/** A JSON block that the server put into the document, or undefined where it put none. */
export function readBlock<Id extends keyof Blocks>(id: Id): Blocks[Id] | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Blocks[Id]) : undefined;
}

/** The same of a block that is private: it doesn't stay in the document. */
export function takeBlock<Id extends keyof Blocks>(id: Id): Blocks[Id] | undefined {
  const block = readBlock(id);
  document.getElementById(id)?.remove();
  return block;
}

/** Facts of this document; of a document without them (the dev server's) the safest. */
export const pageFacts: PageFacts = readBlock('page') ?? { build: Date.now(), providerOrigins: [] };

/** The path that this document was loaded for: its content security policy is that page's. */
export const documentPath = location.pathname;
