import { Nothing } from '@quayside/contract/call.ts';
import type { z } from 'zod';
import { CallError, type FieldError } from './errors.ts';

/** What Fastify's validator answers: the value, or why not. */
type Parsed = { value: unknown } | { error: CallError };

/** Fields that must never reach us: whoever sends one is told so instead of being told that it is unknown. */
const rawCardFields = new Set(['cvv', 'cardnum', 'cardnumber', 'pan', 'securitycode', 'cardexpiry']);

/** Checks one part of a request against its schema. The values themselves are never repeated in the answer. */
export function parsePart(schema: z.ZodType, data: unknown, part: string): Parsed {
  if (part === 'body' && holdsRawCardData(data)) return { error: new CallError('RAW_CARD_DATA') };
  // A query may always carry what isn't the call's, such as `tenant`.
  if (part === 'querystring' && schema === Nothing) return { value: {} };
  if (holdsNul(data)) return { error: new CallError('INVALID_REQUEST', { values: { field: part } }) };
  const result = schema.safeParse(data ?? {});
  if (result.success) return { value: result.data };
  const fields = result.error.issues.flatMap((issue): FieldError[] => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || part];
    return names.map((name) => ({ errorCode: issue.code, fieldName: name, message: issue.message }));
  });
  return { error: new CallError('INVALID_REQUEST', { fields, values: { field: fields[0]?.fieldName ?? part } }) };
}

function holdsRawCardData(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data).some(
    ([name, value]) =>
      (rawCardFields.has(name.toLowerCase()) && value !== undefined && value !== '') || holdsRawCardData(value),
  );
}

/** PostgreSQL's text has no NUL, and no field of ours means one. */
function holdsNul(data: unknown): boolean {
  if (typeof data === 'string') return data.includes('\0');
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data).some(([name, value]) => name.includes('\0') || holdsNul(value));
}
