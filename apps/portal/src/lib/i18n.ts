import type { LanguageFiles } from '@quayside/contract/drawn-pages.ts';
import { getLanguageFile, listLanguages } from '@quayside/contract/languages.ts';
import type { Language } from '@quayside/contract/languages.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { api } from './calls/api.ts';
import { pageData, readBlock } from './first-screen/document-data.ts';
import { showTexts } from './texts.ts';

/** The tenant's languages that have texts, in the tenant's order. */
let offered: readonly Language[] = [];
let tenant: Pick<TenantConfig, 'translations'>;

/** Loads the reader's language and sets it on the document. Called once, before the first render. */
export async function startI18n(config: TenantConfig): Promise<void> {
  tenant = config;
  const { languages } = readBlock('languages') ?? (await api(listLanguages, {}));
  offer(config, languages);
  const texts = await firstFiles(config.culture.defaultLanguage);
  show(texts.language, merge(texts));
  describeDocument(texts.language);
}

/** The same on the server, once for each page that it draws. */
export function takeTexts(config: TenantConfig, languages: readonly Language[], texts: LanguageFiles): void {
  tenant = config;
  offer(config, languages);
  show(texts.language, merge(texts));
}

function offer(config: TenantConfig, languages: readonly Language[]): void {
  offered = config.culture.availableLanguages.flatMap((code) => languages.find((other) => other.code === code) ?? []);
}

/** The texts of the languages that this reader has seen. */
const loaded = new Map<string, Record<string, string>>();

function show(language: string, texts: Record<string, string>): void {
  loaded.set(language, texts);
  showTexts(language, texts, directionOf(language) === 'rtl');
}

/** Returns the languages of the selector. With only one there is nothing to select (decision C1.6). */
export function offeredLanguages(): readonly Language[] {
  return offered;
}

/** Switches the language in place. Nothing is mounted again, so typed text stays (decision C4.21). */
export async function changeLanguage(language: string): Promise<void> {
  const texts = loaded.get(language) ?? merge(await loadFiles(language));
  writeLanguageCookie(language);
  show(language, texts);
  describeDocument(language);
}

/**
 * Returns the document's texts. The server has matched their language to the browser (LANG-2). The reader can have
 * chosen another one since, in another tab.
 */
async function firstFiles(defaultLanguage: string): Promise<LanguageFiles> {
  const block = readBlock('language-files');
  const chosen = offered.find(({ code }) => code === readLanguageCookie())?.code;
  const language = chosen ?? block?.language ?? defaultLanguage;
  if (block?.language === language) return block;
  try {
    return await loadFiles(language);
  } catch (error) {
    if (block) return block;
    throw error;
  }
}

async function loadFiles(language: string): Promise<LanguageFiles> {
  const load = (folder: keyof LanguageFiles['files']) =>
    api(getLanguageFile, { params: { folder, language }, query: { t: String(pageData.build) } });
  const [SharedLibrary, Common, Portal] = await Promise.all([load('SharedLibrary'), load('Common'), load('Portal')]);
  return { language, files: { SharedLibrary, Common, Portal } };
}

/** Merges the folders. Portal wins over Common, Common over SharedLibrary, the tenant over all (decision C7.14). */
function merge({ language, files }: LanguageFiles): Record<string, string> {
  return { ...files.SharedLibrary, ...files.Common, ...files.Portal, ...tenant.translations[language] };
}

function describeDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

const directionOf = (code: string) => offered.find((language) => language.code === code)?.dir ?? 'ltr';

const cookieName = 'ha.selectedLanguage';
const cookieAge = 365 * 24 * 60 * 60;

/** Returns the language that the reader chose on an earlier visit, if any. */
function readLanguageCookie(cookies = document.cookie): string | undefined {
  const entry = cookies.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return entry ? decodeURIComponent(entry.slice(cookieName.length + 1)) : undefined;
}

/** Keeps the reader's choice for 365 days (LANG-1, decision C4.20). */
function writeLanguageCookie(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const value = encodeURIComponent(language);
  document.cookie = `${cookieName}=${value}; Path=/; Max-Age=${cookieAge}; SameSite=Lax${secure}`;
}
