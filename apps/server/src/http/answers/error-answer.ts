import { randomUUID } from 'node:crypto';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { errorsOf } from '@quayside/contract/errors/call-errors.ts';
import type { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import type { ErrorCode } from '@quayside/contract/errors/error-codes.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLanguage } from '../../lib/texts/negotiation.ts';
import { fallbackLanguage, hasText, knownLanguages, serverText, tenantText } from '../../lib/texts/texts.ts';
import { describeError } from '../../lib/telemetry/describe-error.ts';
import type { ErrorReporter } from '../../providers/error-reports/error-reporter.ts';
import { DatabaseAway } from '../../db/connections/database-away.ts';
import type { Clock } from '../context.ts';
import { CallError, type FieldError } from '../errors.ts';
import { formOf, redirectToForm } from '../requests/page-forms.ts';
import { everyPage, plainPage } from './plain-page.ts';
import { takeBackHits } from '../limits/rate-limit.ts';

/** Our codes for Fastify's own refusals. */
const codeOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

const databaseIsAway = 'the database is away';

/** The seconds after which a client may try again when we can't answer. */
const awaySeconds = 5;

export interface ErrorAnswerOptions {
  reporter: ErrorReporter;
  clock: Clock;
  /** For tests: a code that the call does not declare becomes a fault, so that the document can't miss it. */
  checksAnswers: boolean;
}

/**
 * Gives every error the one shape, in the caller's language. A fault says only that it happened. It is reported under
 * the reference in the answer.
 */
export function answerErrors(app: FastifyInstance, { reporter, clock, checksAnswers }: ErrorAnswerOptions): void {
  app.setErrorHandler(async (error: FastifyError | CallError, request, reply) => {
    const refusal = asRefusal(error);
    await takeBackHits(request, refusal);
    if (checksAnswers) expectDeclared(refusal, request);
    // The cause is outside and affects every request. So the log has it, and no thousand reports are sent.
    if (error instanceof DatabaseAway) request.log.warn({ reqId: request.id, reason: error.message }, databaseIsAway);
    else if (refusal.status >= 500 && refusal.options.isNoFault !== true) {
      reporter.report({
        reference: request.id,
        source: 'server',
        at: clock.now(),
        tenant: request.quayside?.tenant.key ?? null,
        where: `${request.method} ${request.routeOptions.url ?? ''}`,
        error: describeError(error),
      });
    }
    if (wantsDocument(request, refusal)) return sendAsDocument(refusal, request, reply);
    const form = formOf(request);
    return form ? redirectToForm(request, reply, form, refusal) : send(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => send(new CallError('NOT_FOUND'), request, reply));
}

/** Answers errors before a route is found, such as a path that can't be decoded. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isPage = !isBelowApi(request.url) || opensPage(request.headers);
  const refusal = asRefusal(error);
  if (isPage) void sendAsDocument(refusal, request, reply, 'errors.NOT_FOUND');
  else void send(refusal, request, reply);
}

/** Checks a refusal. @throws Error if the contract does not declare its code for the call */
function expectDeclared({ code }: CallError, request: FastifyRequest): void {
  const { call } = request.routeOptions.config;
  if (call && !errorsOf(call).includes(code))
    throw new Error(`${call.name} answers ${code}, which \`errors\` of its file in packages/contract does not declare`);
}

function asRefusal(error: FastifyError | CallError): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof DatabaseAway) return new CallError('UNAVAILABLE', { cause: error, retryAfter: awaySeconds });
  // Fastify wraps a validator's answer, but keeps the cause.
  const knownCode = codeOfFastify[error.code];
  if (knownCode) return new CallError(knownCode);
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new CallError('INVALID_REQUEST', {
      variant: 'notJson',
      fields: [{ errorCode: 'invalid_format', fieldName: 'body' }],
    });
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const fieldName = error.code === 'FST_ERR_BAD_URL' ? 'path' : 'body';
    return new CallError('INVALID_REQUEST', {
      fields: [{ errorCode: 'invalid_format', fieldName }],
      values: { field: fieldName },
    });
  }
  return new CallError('INTERNAL_ERROR', { cause: error });
}

/** Tells if a person reads the answer as a page, and JSON would be no use. */
const wantsDocument = ({ routeOptions, url, headers }: FastifyRequest, { code }: CallError): boolean =>
  (routeOptions.url === everyPage && !isBelowApi(url)) || (code === 'UNAVAILABLE' && opensPage(headers));

const isBelowApi = (url: string) => `${url}/`.startsWith(apiBase);

/** Tells if a browser opens the answer in its window or in a frame. Older ones tell only what they accept. */
function opensPage(headers: FastifyRequest['headers']): boolean {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return headers.accept?.startsWith('text/html') === true;
  return ['document', 'iframe', 'frame'].includes(String(destination));
}

function sendAsDocument(
  refusal: CallError,
  request: FastifyRequest,
  reply: FastifyReply,
  key = `errors.${refusal.code}`,
): FastifyReply {
  const { html, headers } = plainPage(request.headers['accept-language'], key);
  sayWhenAgain(refusal, reply);
  return reply.status(refusal.status).headers(headers).send(html);
}

function sayWhenAgain({ options: { retryAfter } }: CallError, reply: FastifyReply): void {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
}

/** Returns an error of the one shape before there is an application, and so without a marina's words. */
export function earlyError(
  code: ErrorCode,
  acceptLanguage: string | undefined,
  values: CallError['options']['values'] = {},
): ErrorAnswer {
  const language = negotiateLanguage(acceptLanguage, knownLanguages, fallbackLanguage);
  const message = serverText(language, `errors.${code}`, values);
  return { responseStatus: { errorCode: code, message, errors: [] }, traceId: randomUUID() };
}

function send(refusal: CallError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { allow, fields = [], meta, values, variant } = refusal.options;
  const text = variant === undefined ? refusal.code : `${refusal.code}.${variant}`;
  const answer: ErrorAnswer = {
    responseStatus: {
      errorCode: refusal.code,
      message: messageOf(request, `errors.${text}`, values),
      errors: fields.map((field) => {
        const { errorCode, fieldName, message } = field;
        return { errorCode, fieldName, message: message ?? fieldMessage(request, field) };
      }),
      ...(meta ? { meta } : {}),
    },
    traceId: request.id,
  };
  sayWhenAgain(refusal, reply);
  if (allow !== undefined) reply.header('allow', allow);
  return reply.status(refusal.status).type('application/json').header('cache-control', 'no-store').send(answer);
}

/** Returns a text in the marina's words and the caller's language, as far as they are known yet. */
function messageOf(request: FastifyRequest, key: string, values: CallError['options']['values']): string {
  if (request.quayside) return tenantText(request.quayside.tenant, request.quayside.language, key, values);
  return serverText(
    negotiateLanguage(request.headers['accept-language'], knownLanguages, fallbackLanguage),
    key,
    values,
  );
}

/** Returns our own text for a wrong field. The schema's text is English and repeats the sent value. */
function fieldMessage(request: FastifyRequest, { errorCode, allowed }: FieldError): string {
  const key = hasText(`fields.${errorCode}`) ? `fields.${errorCode}` : 'fields.invalid';
  if (allowed === undefined || !hasText(`${key}.allowed`)) return messageOf(request, key, {});
  return messageOf(request, `${key}.allowed`, { allowed });
}
