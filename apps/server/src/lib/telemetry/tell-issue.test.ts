import { EmailAddress } from '@quayside/contract/shared/common.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tellIssue } from './tell-issue.ts';

const messagesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(tellIssue);

test.each<[z.ZodType, unknown, string]>([
  [z.enum(['cash', 'cheque']), 'Cash', 'write one of these: cash cheque'],
  [z.coerce.number().int().positive(), '0', 'write more than 0'],
  [z.coerce.number().int().min(1), '0', 'write at least 1'],
  [z.int32(), 99_999_999_999, 'write at most 2147483647'],
  [z.string().min(1), '', 'is empty'],
  [z.string().min(8), 'short', 'write at least 8 characters'],
  [z.string().max(3), 'long', 'write at most 3 characters'],
  [z.email(), 'jo', 'write an e-mail address such as jo@example.com'],
  [EmailAddress, '', 'write an e-mail address such as jo@example.com'],
  [z.string().min(1, 'name a reason'), '', 'name a reason'],
  [z.string(), undefined, 'is missing'],
])('[RUN-174] a person reads what to write instead: %#', (schema, value, message) => {
  expect(messagesOf(schema, value)).toEqual([message]);
});
