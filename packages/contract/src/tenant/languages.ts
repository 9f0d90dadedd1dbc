import { z } from 'zod';
import { call } from '../shared/call.ts';

export const Language = z.object({ code: z.string(), nativeName: z.string(), dir: z.enum(['ltr', 'rtl']) });
export type Language = z.output<typeof Language>;

/**
 * The folders of texts. Portal wins over Common, Common over SharedLibrary, and the tenant's translations over all.
 */
export const LanguageFolder = z.enum(['Portal', 'Common', 'SharedLibrary']);

/** A flat map of dotted key → text (no ICU, `{{name}}` placeholders, plural keys end in `_one`, `_other`, …). */
export const LanguageFile = z.record(z.string(), z.string());

/** The cookie with the language that the reader chose. The portal writes it, and the server reads it and renews it. */
export const languageCookie = 'ha.selectedLanguage';
/** The life of that cookie, in seconds (LANG-1, decision C4.20). */
export const languageCookieAge = 365 * 24 * 60 * 60;

export const listLanguages = call({
  name: 'listLanguages',
  summary: 'Get the public list of languages',
  method: 'GET',
  path: 'languages',
  access: 'public',
  staff: 'read',
  answer: z.object({ languages: z.array(Language) }),
});

export const getLanguageFile = call({
  name: 'getLanguageFile',
  summary: "Get one folder's texts in one language; `t` is the build's time in milliseconds and busts caches",
  method: 'GET',
  path: 'languages/:folder/:language',
  access: 'public',
  staff: 'read',
  cacheable: true,
  params: z.object({ folder: LanguageFolder, language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/) }),
  query: z.object({ t: z.string().optional() }),
  answer: LanguageFile,
});
