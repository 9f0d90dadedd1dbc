import { type Call, Nothing } from '@quayside/contract/shared/call.ts';
import { z } from 'zod';
import { isUnstorable } from '../../lib/texts/storable.ts';
import { CallError, type FieldError } from '../errors.ts';

/** The result of Fastify's validator: the value, or the refusal. */
type Parsed = { value: unknown } | { error: CallError };

/** Fields that must never reach us. Their sender gets a refusal of its own, and not "unknown field". */
const rawCardFields = new Set(['cvv', 'cardnum', 'cardnumber', 'pan', 'securitycode', 'cardexpiry']);

/** Tells if a field of this name holds raw card data. */
export const isRawCardField = (name: string): boolean => rawCardFields.has(name.toLowerCase());

/** Far deeper than any call needs. Recursion over a value as deep as its sender likes would overflow our stack. */
const deepest = 20;
/** Each of them may become a complaint. */
const mostValues = 10_000;
/** The answer to a malformed request must not grow with the request. */
const mostComplaints = 10;
const longestName = 100;

/** Checks one part of a request against its schema. The answer never repeats the values. */
export function parsePart(schema: z.ZodType, data: unknown, part: string): Parsed {
  const found = inspectValues(data);
  if (found === 'too_deep' || found === 'too_many') return refused([{ errorCode: found, fieldName: part }]);
  if (part === 'body' && found.holdsRawCardData) return { error: new CallError('RAW_CARD_DATA') };
  // A query may always carry parameters that the call does not have, such as `tenant`.
  if (part === 'querystring' && schema === Nothing) return { value: {} };
  if (found.unstorable !== null)
    return refused([{ errorCode: 'unstorable', fieldName: shortened(found.unstorable) || part }]);
  const result = schema.safeParse(data === undefined ? {} : data, { reportInput: true });
  return result.success ? { value: result.data } : refused(complaints(schema, result.error.issues, part));
}

/**
 * Checks a call's query. Ignores `?tenant=`, which names the tenant (decision X14), and parameters without a value: a
 * filter that is left empty filters nothing. A program has to say what it means, or its empty filter reads everything.
 */
export function parseQuery({ access, query }: Pick<Call, 'access' | 'query'>, data: unknown): Parsed {
  const named = Object.entries(data as Record<string, unknown>).filter(([name]) => name !== 'tenant');
  const given = access === 'integration' ? named : named.filter(([, value]) => value !== '');
  return parsePart(query, Object.fromEntries(given), 'querystring');
}

/** Returns the complaints: ten at most, each with a name of at most a hundred characters. */
function complaints(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], part: string): FieldError[] {
  const all: FieldError[] = [];
  for (const issue of issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, mostComplaints).map((key) => [...issue.path, key].join('.'))
        : [issue.path.join('.') || part];
    const allowed = allowedBy(schema, issue);
    all.push(...names.map((name) => ({ errorCode: codeOf(issue), fieldName: shortened(name), allowed })));
    if (all.length >= mostComplaints) break;
  }
  return all.slice(0, mostComplaints);
}

const codeOf = (issue: z.core.$ZodIssue) =>
  (issue.code === 'invalid_type' && issue.input === undefined) || isEmptyText(issue) ? 'missing' : issue.code;

/** An empty text has no format to correct. */
const isEmptyText = ({ code, input }: z.core.$ZodIssue) =>
  code === 'invalid_format' && typeof input === 'string' && input.trim() === '';

/** Examples of the formats that calls have, for whoever has to correct a value. */
const exampleOf: Readonly<Record<string, string>> = {
  date: '2026-05-16',
  datetime: '2026-05-16T09:00:00Z',
  email: 'jo@example.com',
  url: 'https://example.com/',
  guid: '5a175a17-0001-4000-8000-000000000001',
};
const longestList = 200;

/** Returns what a field allows, from its schema alone: a limit, a type, a format or the values. */
function allowedBy(schema: z.ZodType, issue: z.core.$ZodIssue): string | number | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'too_small':
      // An exclusive limit is no value that may be sent.
      return issue.inclusive === false ? undefined : Number(issue.minimum);
    case 'too_big':
      return Number(issue.maximum);
    case 'invalid_format':
      return exampleOf[issue.format] ?? exampleAt(schema, issue.path);
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return values.length > longestList ? undefined : values;
    }
    default:
      return undefined;
  }
}

/** Returns the example that the document gives of a field, if it gives one. */
function exampleAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let field: unknown = schema;
  for (const name of path) {
    while (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
      field = field.unwrap();
    if (field instanceof z.ZodObject) field = (field.shape as Record<PropertyKey, unknown>)[name];
    else if (field instanceof z.ZodArray) field = field.element;
    else return undefined;
  }
  const examples: unknown = field instanceof z.ZodType ? field.meta()?.examples : undefined;
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return typeof example === 'string' ? example : undefined;
}

const shortened = (name: string) =>
  (name.length > longestName ? `${name.slice(0, longestName)}…` : name).toWellFormed();

const refused = (fields: FieldError[]): { error: CallError } => ({
  error: new CallError('INVALID_REQUEST', { fields, values: { field: fields[0]?.fieldName ?? '' } }),
});

interface Seen {
  holdsRawCardData: boolean;
  /** The first field whose name or text the database can't store. Empty: the part itself. */
  unstorable: string | null;
}

/** Inspects every name and value once, level by level. */
function inspectValues(data: unknown): Seen | 'too_deep' | 'too_many' {
  const seen: Seen = { holdsRawCardData: false, unstorable: null };
  let left = mostValues;
  let level: { at: string; value: unknown }[] = [{ at: '', value: data }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return 'too_deep';
    const next: typeof level = [];
    for (const { at, value } of level) {
      if (typeof value === 'string' && isUnstorable(value)) seen.unstorable ??= at;
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, inner] of Object.entries(value)) {
        if (left-- === 0) return 'too_many';
        if (isUnstorable(name)) seen.unstorable ??= at;
        seen.holdsRawCardData ||= isRawCardField(name) && inner !== undefined && inner !== '';
        next.push({ at: at === '' ? name : `${at}.${name}`, value: inner });
      }
    }
    level = next;
  }
  return seen;
}
