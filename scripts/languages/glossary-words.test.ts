import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completeLanguages, folders, listLanguages, readTexts } from './language-files.mjs';
import { inProject } from '../command/project.mjs';

interface Forbidden {
  pattern: RegExp;
  /** The beginning of the keys in whose texts it is forbidden. Empty: everywhere. */
  section: string;
}

/** One row of the glossary: how a language calls a thing, and how it never does. */
interface Word {
  word: string;
  never: readonly Forbidden[];
}

const languages = listLanguages();
const words = new Map(
  readFileSync(inProject('GLOSSARY.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((part) => [/\((?<code>[\w-]+)\)/.exec(part)?.groups?.['code'] ?? '', readRows(part)] as const),
);

function readRows(part: string): readonly Word[] {
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [, , word = '', never = ''] = row.split('|').map((cell) => cell.trim());
    return { word, never: never.split(', ').map(readForbidden) };
  });
}

function readForbidden(text: string): Forbidden {
  const { word = '', section = '' } = /^(?<word>.+?)(?: \((?<section>\w+)\))?$/.exec(text)?.groups ?? {};
  return { pattern: patternOf(word), section };
}

/** Returns a pattern that finds a whole word in any case. A star at its end stands for any ending. */
function patternOf(word: string): RegExp {
  return new RegExp(`(?<!\\p{L})${word.replace(/\*$/, '\\p{L}*')}(?!\\p{L})`, 'iu');
}

/** Returns the texts of a language without their placeholders, whose names are English. */
const textsOf = (language: string) =>
  folders.flatMap((folder) =>
    Object.entries(readTexts(folder, language)).map(([key, text]) => ({
      key,
      text: text.replaceAll(/\{\{\w+\}\}/g, ''),
    })),
  );

test('[LANG-5] the glossary has the words of every complete language', () => {
  const hint = 'add a table of the language to GLOSSARY.md, "The words on the screens, by language"';
  expect([...words.keys()], hint).toEqual(expect.arrayContaining(completeLanguages));
  for (const rows of words.values()) expect(rows.length).toBeGreaterThan(10);
});

test.each(completeLanguages)('[LANG-5] %s calls each thing by the word of the glossary', (language) => {
  const texts = textsOf(language);
  const missing = (words.get(language) ?? []).filter(
    ({ word }) => !texts.some(({ text }) => patternOf(word).test(text)),
  );
  expect(missing.map(({ word }) => word)).toEqual([]);
});

test.each(languages)('[LANG-5] %s calls nothing by another word', (language) => {
  const texts = textsOf(language);
  const found = (words.get(language) ?? []).flatMap(({ word, never }) =>
    never.flatMap(({ pattern, section }) =>
      texts
        .filter(({ key, text }) => key.startsWith(section) && pattern.test(text))
        .map(({ key, text }) => `${key}: “${text}” (the word is ${word})`),
    ),
  );
  expect(found).toEqual([]);
});

/** The texts that the specification quotes, without a difference between small and capital letters. */
const quoted: Readonly<Record<string, string>> = {
  'account.notSaved': 'could not save details, if this continues, please contact your marina office',
  'account.saved': 'your account details have been updated',
  'cards.authenticationFailed': 'sorry we could not authenticate your payment',
  'cards.noAddress': 'no address',
  'cards.setupFailed': 'an error occurred whilst initialising the checkout, please try again',
  'confirmRecipientEmail.emailQueued': 'email queued',
  'documents.enterExpiry': 'please enter expiry date',
  'documents.enterName': 'please enter document name',
  'documents.noDocument': 'no document',
  'financial.paymentFailure': 'payment failure',
  'financial.paypalError': 'paypal error',
  'general.unauthorisedMessage': 'you are not authorised to view the page you requested',
  'general.unauthorisedTitle': 'unauthorised',
  'general.unknownError': 'unknown error',
  'login.refusedSignOn': 'you cannot log into the portal using this login',
  'login.signInAgain': 'please sign in again',
  'notFound.message': "ooops. captain, we're lost. (404. this is not a place you want to be)",
  'payments.pleaseSelect': 'please select',
  'payments.staffCannotPay': 'you can not view the users checkout page when viewing their portal',
  'quickPay.alreadyPaid': 'order already paid',
  'registration.codeNotFound': 'code not found',
  'signOn.redirecting': 'redirecting, please wait',
  'upload.tooLarge': 'upload too large. the limit is  mb.',
};

test('[SHELL-20] English keeps the texts that the specification quotes', () => {
  const texts = Object.fromEntries(textsOf('en-GB').map(({ key, text }) => [key, text.toLowerCase()]));
  expect(Object.fromEntries(Object.keys(quoted).map((key) => [key, texts[key]]))).toEqual(quoted);
});

test('[LANG-5] English says please only where the specification does', () => {
  const polite = textsOf('en-GB').filter(({ key, text }) => /\bplease\b/i.test(text) && !(key in quoted));
  expect(polite).toEqual([]);
});
