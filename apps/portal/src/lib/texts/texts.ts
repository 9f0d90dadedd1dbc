import { useSyncExternalStore } from 'react';

/** The values that replace `{{name}}` in a text. Three names have a special meaning. */
interface Values {
  /** Chooses the plural form too. */
  count?: number;
  /** Chooses the text of this case, if there is one: `key_context`. */
  context?: string | undefined;
  /** Stands in for a text that is missing. */
  defaultValue?: string;
  [name: string]: string | number | null | undefined;
}

/** Returns the text of a key in the reader's language, or the key if there is no such text. */
export type Translate = (key: string, values?: Values) => string;

/** The texts of one language. */
interface Translation {
  t: Translate;
  i18n: { language: string; exists: (key: string) => boolean };
}

/** Texts by key. The first map that has a text wins. */
export type Texts = readonly Readonly<Record<string, string>>[];

/** The texts of the language that is shown. */
let texts: { all: Texts } = { all: [] };
let shown = translationOf('en-GB', texts, false);
/** The language of the server's HTML. React takes over that HTML part by part, maybe after the reader's choice. */
let drawn = shown;
const listeners = new Set<() => void>();

/** Returns the texts of the language that is shown, and renders again when the reader chooses another one. */
export const useTranslation = (): Translation => useSyncExternalStore(listen, readShown, readDrawn);

const readShown = () => shown;
const readDrawn = () => drawn;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a text outside of a component. Nothing renders again there. */
export const t: Translate = (key, values) => shown.t(key, values);

/** Returns the language of all texts on the page. */
export const currentLanguage = (): string => shown.i18n.language;

/**
 * Shows the first texts of a page, before it is rendered.
 * @param isIsolating a value keeps its own direction inside a sentence from right to left
 */
export function showTexts(language: string, all: Texts, isIsolating: boolean): void {
  texts = { all };
  shown = translationOf(language, texts, isIsolating);
  drawn = shown;
}

/** Shows the texts of another language on the page. Takes the same as `showTexts`. */
export function changeTexts(language: string, all: Texts, isIsolating: boolean): void {
  texts = { all };
  shown = translationOf(language, texts, isIsolating);
  for (const listener of listeners) listener();
}

/** Takes the same language's texts of all pages. Nothing renders again, because no shown text changes. */
export function completeTexts(all: Texts): void {
  texts.all = all;
}

/**
 * Reads texts in the format of i18next, which the server uses. i18next itself would be a ninth of what a first page
 * loads. A test compares both over all texts.
 */
function translationOf(language: string, own: { readonly all: Texts }, isIsolating: boolean): Translation {
  const textOf = (key: string) => own.all.find((some) => some[key] !== undefined)?.[key];
  const formsOf = (key: string, count: number | undefined) => {
    if (count === undefined) return [key];
    return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${pluralsOf(language).select(count)}`, key];
  };
  const find = (key: string, { count, context }: Values) => {
    const keys = context === undefined ? [key] : [`${key}_${context}`, key];
    const found = keys.flatMap((name) => formsOf(name, count)).find((name) => textOf(name) !== undefined);
    return found === undefined ? undefined : textOf(found);
  };
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
      // A placeholder without a value stays, so that a test finds it.
      if (!Object.hasOwn(values, name)) return placeholder;
      const value = String(values[name] ?? '');
      return isIsolating ? isolate(value) : value;
    });
  return {
    t: (key, values = {}) => fill(find(key, values) ?? values.defaultValue ?? key, values),
    i18n: { language, exists: (key) => textOf(key) !== undefined },
  };
}

const plurals = new Map<string, Intl.PluralRules>();

/** Returns the rules of a language. Made when a text is first counted, because on a phone it takes milliseconds. */
function pluralsOf(language: string): Intl.PluralRules {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules;
}

/** Puts Unicode marks around a text, so that it keeps its own direction inside any sentence. */
const isolate = (value: string) => `\u2068${value}\u2069`;
