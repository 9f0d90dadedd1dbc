import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Markup } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { sendPage } from '../http/page.ts';
import { bankTexts } from './bank-texts.ts';
import { returnPage, unknownPage } from './challenge-page.ts';

/** The code that passes a challenge. */
export const rightCode = '1234';

/** Sends the browser back to the shop with a form. */
export function sendReturn(
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
  fields: Readonly<Record<string, string>>,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const body = returnPage({ language, action, fields });
  return sendBankPage(request, reply, body, new URL(action).origin, ['/acs/return.js']);
}

export function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = unknownPage(languageOf(request.headers['accept-language']));
  return sendBankPage(request, reply.code(400), body, "'none'");
}

/** Sends a page of the bank. @param formAction the addresses that the page's forms may post to */
export function sendBankPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Markup,
  formAction: string,
  scripts: readonly string[] = [],
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const title = bankTexts[language].bank;
  return sendPage(reply, { language, title, styles: ['/acs/bank.css'], scripts, body }, { 'form-action': formAction });
}
