import type { z } from 'zod';

const formats: Record<string, string> = {
  date: 'write a day such as 2026-05-16',
  datetime: 'write a time such as 2026-05-16T14:30:00Z',
  url: 'write a whole address such as https://example.org',
};

const types: Record<string, string> = {
  boolean: 'write true or false',
  number: 'write a number',
  int: 'write a whole number',
  string: 'write a text',
  object: 'write a JSON object, {…}',
  record: 'write a JSON object, {…}',
  array: 'write a JSON list, […]',
};

/**
 * Returns a message that says what to write instead. Zod's own messages say only which kind of value came. Messages
 * of our schemas stay as they are.
 */
export function tellIssue(issue: z.core.$ZodIssue): string {
  const { code, message } = issue;
  if (!message.startsWith('Invalid')) return message;
  if (code === 'invalid_format') return formats[issue.format] ?? message;
  if (code !== 'invalid_type') return message;
  return message.endsWith('received undefined') ? 'is missing' : (types[issue.expected] ?? message);
}
