import { expect, test } from 'vitest';
import { serverText } from '../../lib/texts/texts.ts';
import { withFallback } from './language-files.rules.ts';

const english = { hello: 'Hello', bye: 'Bye', boats_one: '{{count}} boat', boats_other: '{{count}} boats' };

test('[LANG-3] a language without a text shows it in English, and keeps all others', () => {
  expect(withFallback('da-DK', { hello: 'Hej' }, english)).toEqual({ ...english, hello: 'Hej' });
  expect(withFallback('da-DK', { hello: 'Hej', bye: '' }, english).bye).toBe('Bye');
  expect(withFallback('da-DK', {}, english)).toEqual(english);
});

test('[LANG-3] a counted text has every form of the language: its own, else its general one, else English', () => {
  const arabic = withFallback('ar', { boats_two: 'قاربان', boats_other: '{{count}} قارب' }, english);
  expect(arabic).toEqual({
    hello: 'Hello',
    bye: 'Bye',
    boats_zero: '{{count}} قارب',
    boats_one: '{{count}} قارب',
    boats_two: 'قاربان',
    boats_few: '{{count}} قارب',
    boats_many: '{{count}} قارب',
    boats_other: '{{count}} قارب',
  });
  expect(withFallback('ar', {}, english)).toMatchObject({ boats_one: '{{count}} boat', boats_few: '{{count}} boats' });
  expect(Object.keys(withFallback('ja', {}, english))).toEqual(['hello', 'bye', 'boats_other']);
});

test('[LANG-3] a mail, a paper and an error in a language without texts are English', () => {
  const english = serverText('en-GB', 'errors.NOT_FOUND');
  expect(serverText('tlh', 'errors.NOT_FOUND')).toBe(english);
  expect(() => serverText('tlh', 'errors.NO_SUCH_TEXT')).toThrow(RangeError);
});
