import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../command/project.mjs';

const file = inProject('languages/Server/en-GB.json');
const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);

/** The verbs with which a text says what its reader can do. Other texts name the place that says it. */
const verbs = (
  'Accept Allow Ask Change Check Choose Clear Contact Create Delete Enter Give Leave Load Make Name Open Pay Print ' +
  'Read Reload Remove Save Select Send Sign Start Try Upload Use Wait'
).split(' ');
const steps = [...verbs, 'You do not need'].join('|');
const nextStep = new RegExp(String.raw`(^|[.:,] |\b(or|and|then) )(${steps})\b|says wh|names those`, 'i');

/** The errors after which nothing can be done, whose value says it, or whose text the specification gives. */
const withoutStep = [
  'InvalidOperationException',
  'ACCOUNT_CLOSED',
  'STAFF_READ_ONLY',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'FEATURE_DISABLED',
  'WRONG_PASSWORD',
  'FIELD_LOCKED',
  'DOCUMENT_WITHOUT_FILE',
  'CARD_REFUSED',
];

test('[PROV-131] the text of each error says what its reader can do', () => {
  const errors = texts.filter(([key]) => key.startsWith('errors.'));
  const silent = errors.filter(([, text]) => !nextStep.test(text)).map(([key]) => key.slice('errors.'.length));
  expect(silent).toEqual(withoutStep);
});
