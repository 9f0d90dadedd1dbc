import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../errors.ts';
import { isForm } from './forms.ts';
import { originOf } from '../origin/host-header.ts';
import type { PageForm, SentForm } from '../route.ts';
import { senderKind } from '../origin/sender.ts';
import { forgetTyped, keepTyped } from './typed-forms.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page's form that may make the call, beside JSON. */
    form?: PageForm;
  }
  interface FastifyRequest {
    /** The fields of a page's form, until they are read as the call's body. */
    formFields?: Record<string, string>;
  }
}

/** Returns the page's form that sends this request. Undefined if it comes another way. */
export const formOf = (request: FastifyRequest): PageForm | undefined =>
  isForm(request) ? request.routeOptions.config.form : undefined;

/**
 * Refuses a form unless its browser says that our own page sends it. Every site can send a form, and could sign a
 * reader in to a stranger's account.
 */
export function refuseForeignForm(request: FastifyRequest): void {
  if (senderKind(request) !== 'own') throw new CallError('FOREIGN_ORIGIN');
}

/** The sign that stands in a decoded text for each byte that is not UTF-8. */
const lostLetter = '\uFFFD';

/** Reads the fields as the call's body. @throws CallError INVALID_REQUEST if a field is a file or not UTF-8 */
export async function readFormFields(request: FastifyRequest, form: PageForm): Promise<void> {
  const sent = Object.entries(request.body as Record<string, unknown>);
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  const fields = Object.fromEntries(sent.filter(isText));
  request.formFields = fields;
  const unreadable = sent.find((entry) => !isText(entry) || entry[1].includes(lostLetter));
  if (unreadable) throw new CallError('INVALID_REQUEST', { values: { field: unreadable[0] } });
  request.body = form.read ? await form.read(fields, originOf(request)) : fields;
}

/**
 * Leads to the page after a form that has succeeded. 303 makes the browser ask for it, so that a reload sends nothing.
 */
export const redirectAfterForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: PageForm,
  answer: unknown,
): FastifyReply => {
  forgetTyped(request, reply);
  return redirectTo(reply, form.done(sentBy(request), answer));
};

/** Leads back to the form's page, which tells the failure by its code and shows again what was typed. */
export function redirectToForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: PageForm,
  refusal: CallError,
): FastifyReply {
  const address = form.page(sentBy(request));
  keepTyped(request, reply, form, { address, refusal });
  return redirectTo(reply, `${address}${address.includes('?') ? '&' : '?'}problem=${refusal.code}`);
}

const redirectTo = (reply: FastifyReply, address: string) =>
  reply.removeHeader('retry-after').header('cache-control', 'no-store').redirect(address, 303);

function sentBy({ params, formFields }: FastifyRequest): SentForm {
  const parts = Object.entries(params as Record<string, string>);
  return {
    params: Object.fromEntries(parts.map(([name, value]) => [name, encodeURIComponent(value)])),
    fields: formFields ?? {},
  };
}
