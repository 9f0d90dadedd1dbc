import type { z } from 'zod';

const formats: Record<string, string> = {
  date: 'write a day such as 2026-05-16',
  datetime: 'write a time such as 2026-05-16T14:30:00Z',
  email: 'write an e-mail address such as jo@example.com',
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
  if (!/^(?:Invalid|Too big|Too small)/.test(message)) return message;
  switch (code) {
    case 'invalid_format':
      return formats[issue.format] ?? message;
    case 'invalid_type':
      return message.endsWith('received undefined') ? 'is missing' : (types[issue.expected] ?? message);
    case 'invalid_value':
      return `write one of these: ${issue.values.map(String).join(' ')}`;
    case 'too_big':
      return issue.origin === 'string' ? `write at most ${issue.maximum} characters` : `write at most ${issue.maximum}`;
    case 'too_small':
      return tellTooSmall(issue);
    default:
      return message;
  }
}

function tellTooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') return minimum === 1 ? 'is empty' : `write at least ${minimum} characters`;
  return inclusive === false ? `write more than ${minimum}` : `write at least ${minimum}`;
}
