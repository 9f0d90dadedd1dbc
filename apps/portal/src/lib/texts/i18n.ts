import type { LanguageTexts } from '@quayside/contract/portal/drawn-pages.ts';
import {
  getLanguageFile,
  languageCookie,
  languageCookieAge,
  listLanguages,
} from '@quayside/contract/tenant/languages.ts';
import type { Language } from '@quayside/contract/tenant/languages.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { api } from '../calls/api.ts';
import { pageData, readBlock } from '../page-data/document-data.ts';
import { changeTexts, completeTexts, currentLanguage, showTexts, type Texts } from './texts.ts';

/** The tenant's languages that have texts, in the tenant's order. */
let offered: readonly Language[] = [];
let tenant: Pick<TenantConfig, 'translations'>;

/** Loads the reader's language and sets it on the document. Called once, before the first render. */
export async function startI18n(config: TenantConfig): Promise<void> {
  tenant = config;
  const { languages } = readBlock('languages') ?? (await api(listLanguages, {}));
  offer(config, languages);
  const language = await showFirstTexts(config.culture.defaultLanguage);
  describeDocument(language);
}

/** Takes a page's texts on the server, once for each page that it draws. */
export function takeTexts(config: TenantConfig, languages: readonly Language[], all: LanguageTexts): void {
  tenant = config;
  offer(config, languages);
  showTexts(...textsIn(all.language, [all.texts]));
}

function offer(config: TenantConfig, languages: readonly Language[]): void {
  offered = config.culture.availableLanguages.flatMap((code) => languages.find((other) => other.code === code) ?? []);
}

const textsIn = (language: string, texts: Texts): Parameters<typeof showTexts> => [
  language,
  withOwnTexts(language, texts),
  directionOf(language) === 'rtl',
];

/** Puts the marina's own translations before other texts, so that they win (decision C7.14). */
const withOwnTexts = (language: string, texts: Texts): Texts => [tenant.translations[language] ?? {}, ...texts];

/** Language → all texts, or the attempt to load them. */
const loaded = new Map<string, Promise<Texts>>();

/** Returns the languages of the selector. With only one there is nothing to select (decision C1.6). */
export function offeredLanguages(): readonly Language[] {
  return offered;
}

/** The language that the reader chose last. Its texts may still be on their way. */
let lastChosen: string;

/** Switches the language in place. Nothing is mounted again, so typed text stays (decision C4.21). */
export async function changeLanguage(language: string): Promise<void> {
  lastChosen = language;
  const texts = await load(language);
  // On a slow network the texts of an earlier choice can come after those of a later one.
  if (language !== lastChosen) return;
  writeLanguageCookie(language);
  changeTexts(...textsIn(language, texts));
  describeDocument(language);
}

/**
 * Loads the texts of all pages in the reader's language. The document brings only those of its own page, so every
 * other page, and every part whose code comes later, waits for this.
 * @throws ApiError if they can't be loaded. The next call tries again.
 */
export async function loadAllTexts(): Promise<void> {
  if (import.meta.env.SSR) return;
  const language = currentLanguage();
  const texts = await load(language);
  if (currentLanguage() === language) completeTexts(withOwnTexts(language, texts));
}

/** Waits for code that comes later than its page, and for its texts. */
export async function withTexts<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, loadAllTexts()]);
  return module;
}

/**
 * Shows the document's texts, and returns their language. The server has matched it to the browser (LANG-2). The
 * reader can have chosen another one since, in another tab.
 */
async function showFirstTexts(defaultLanguage: string): Promise<string> {
  const block = readBlock('page-texts');
  const chosen = offered.find(({ code }) => code === readLanguageCookie())?.code;
  const language = chosen ?? block?.language ?? defaultLanguage;
  if (block?.language === language) {
    showTexts(...textsIn(language, [block.texts]));
    return language;
  }
  try {
    showTexts(...textsIn(language, await load(language)));
    return language;
  } catch (error) {
    if (!block) throw error;
    showTexts(...textsIn(block.language, [block.texts]));
    return block.language;
  }
}

function load(language: string): Promise<Texts> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = loadFolders(language).catch((error: unknown) => {
    loaded.delete(language);
    throw error;
  });
  loaded.set(language, loading);
  return loading;
}

/** Loads a language's files. Portal wins over Common, Common over SharedLibrary (decision C7.14). */
const loadFolders = (language: string): Promise<Texts> =>
  Promise.all(
    (['Portal', 'Common', 'SharedLibrary'] as const).map((folder) =>
      api(getLanguageFile, { params: { folder, language }, query: { t: String(pageData.build) } }),
    ),
  );

function describeDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

const directionOf = (code: string) => offered.find((language) => language.code === code)?.dir ?? 'ltr';

/** Returns the language that the reader chose on an earlier visit, if any. */
function readLanguageCookie(cookies = document.cookie): string | undefined {
  const entry = cookies.split('; ').find((cookie) => cookie.startsWith(`${languageCookie}=`));
  return entry ? decodeURIComponent(entry.slice(languageCookie.length + 1)) : undefined;
}

/** Keeps the reader's choice. Safari keeps it for seven days only, so the server renews it with each document. */
function writeLanguageCookie(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const value = encodeURIComponent(language);
  document.cookie = `${languageCookie}=${value}; Path=/; Max-Age=${languageCookieAge}; SameSite=Lax${secure}`;
}
