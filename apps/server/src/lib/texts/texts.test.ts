import { expect, test } from 'vitest';
import { fillText, serverText, tenantText } from './texts.ts';

const marina = { settings: { translations: { 'en-GB': { 'errors.NOT_FOUND': 'Not here, {{name}}.' } } } };

test.each(['Jo & Söhne <b>', '$& $1 $$', '{{other}}', '$t(errors.NOT_FOUND)', '{{- name}} {{name, upper}}'])(
  '[LANG-5] the value %j stands in a text as it is: it is never a template itself',
  (name) => {
    expect(tenantText(marina, 'en-GB', 'errors.NOT_FOUND', { name, other: 'wrong' })).toBe(`Not here, ${name}.`);
    expect(fillText('{{name}}, {{name}}', 'en-GB', { name, other: 'wrong' })).toBe(`${name}, ${name}`);
  },
);

test('[LANG-5] a placeholder without a value stays', () => {
  expect(fillText('{{page}} of {{pages}}', 'en-GB', { pages: 2 })).toBe('{{page}} of 2');
});

test('[LANG-5] a value named like an option of the engine is a value', () => {
  const values = { lng: 'fr-FR', count: 3, context: 'x', defaultValue: 'y' };
  expect(serverText('en-GB', 'errors.NOT_FOUND', values)).toBe(serverText('en-GB', 'errors.NOT_FOUND'));
  expect(fillText('{{count}} {{context}} {{lng}}', 'en-GB', values)).toBe('3 x fr-FR');
});

test('[LANG-5] a value in a right-to-left text keeps its own direction', () => {
  expect(fillText('{{name}}', 'ar', { name: 'Jo' })).toBe('\u2068Jo\u2069');
});
