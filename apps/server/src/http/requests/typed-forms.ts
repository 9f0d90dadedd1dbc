import type { TypedForm } from '@quayside/contract/portal/drawn-pages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clearOwnCookie, setOwnCookie, typedCookie } from '../origin/cookie-names.ts';
import type { CallError } from '../errors.ts';
import type { PageForm } from '../route.ts';

/** Long enough for a redirect on a slow line, and for a reload. */
const lifeSeconds = 60;
/** Browsers drop larger cookies. */
const longestCookie = 3_500;

const Kept = z.object({ page: z.string(), fields: z.record(z.string(), z.string()), wrong: z.array(z.string()) });

/**
 * Keeps what was typed into a refused form in the reader's own browser, because the page is asked for anew. An address
 * must not hold it, and nothing is stored here.
 * @param address the form's page, from the root
 */
export function keepTyped(
  request: FastifyRequest,
  reply: FastifyReply,
  { keeps }: PageForm,
  { address, refusal }: { address: string; refusal: CallError },
): void {
  const kept = Object.entries(request.formFields ?? {}).filter(([name]) => keeps?.(name));
  if (kept.length === 0) return;
  const form: z.output<typeof Kept> = {
    page: pathOf(address),
    fields: Object.fromEntries(kept),
    wrong: namedBy(refusal),
  };
  const value = Buffer.from(JSON.stringify(form)).toString('base64url');
  if (value.length > longestCookie) return;
  setOwnCookie(reply, typedCookie, value, { secure: request.protocol === 'https', maxAge: lifeSeconds });
}

/** Returns the fields that a refusal names: those of the schema, or the one of its text. */
const namedBy = ({ options: { fields = [], values } }: CallError): string[] => [
  ...fields.map(({ fieldName }) => fieldName),
  ...(typeof values?.field === 'string' ? [values.field] : []),
];

/** Deletes what an earlier refusal has kept, once the form is done. */
export function forgetTyped(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[typedCookie] !== undefined) clearOwnCookie(reply, typedCookie, request.protocol === 'https');
}

/** Returns the refused form to whose page an address leads back. */
export function typedInto({ url, cookies }: FastifyRequest): TypedForm | undefined {
  const value = cookies[typedCookie];
  if (value === undefined || !/[?&]problem=/.test(url)) return undefined;
  const { data } = Kept.safeParse(parsed(Buffer.from(value, 'base64url').toString()));
  return data?.page === pathOf(url) ? { fields: data.fields, wrong: data.wrong } : undefined;
}

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
