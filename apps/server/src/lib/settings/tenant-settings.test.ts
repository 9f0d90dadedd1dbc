import { readFileSync } from 'node:fs';
import { features } from '@quayside/contract/shared/call.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TenantSettings } from './tenant-settings.ts';

const guide = readFileSync(new URL('../../../../../docs/operating/settings.md', import.meta.url), 'utf8');

/** Returns the names of all settings, such as `uploads.maxMegabytes`. Those in lists and by language count as one. */
function namesOf(schema: z.ZodObject, prefix = ''): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = unwrapped(field as z.ZodType);
    return inner instanceof z.ZodObject && !single.has(name) ? namesOf(inner, `${name}.`) : [`${prefix}${name}`];
  });
}

/** Objects that are set as a whole. */
const single = new Set(['font', 'partialPaymentMinimum']);

function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? unwrapped(innerType) : schema;
}

test('the operator’s guide explains every setting of a marina, and no other', () => {
  const settings = namesOf(TenantSettings).filter((name) => name !== 'features');
  const explained = guide
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => Array.from((line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g), ([, name]) => name));
  expect(new Set(explained)).toEqual(new Set([...settings, ...features.map((flag) => `features.${flag}`)]));
});
