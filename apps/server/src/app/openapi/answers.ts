import { type Call, type FileAnswer, isFile, isRedirect } from '@quayside/contract/shared/call.ts';
import { errorsOf } from '@quayside/contract/errors/call-errors.ts';
import { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import { type ErrorCode, errorStatus } from '@quayside/contract/errors/error-codes.ts';
import { z } from 'zod';
import { serverText } from '../../lib/texts/texts.ts';
import type { ExampleMaker } from './examples.ts';
import type { Schema, SchemaBook } from './schemas.ts';

/** An answer in the document, or a reference to one that several calls share. */
export type Answer = Record<string, unknown>;

const language = 'en-GB';

const header = (description: string, type = 'string') => ({ description, schema: { type } });
const binary: Schema = { type: 'string', format: 'binary' };

/** Writes the answers of calls. Answers that several calls share become `#/components/responses`. */
export class AnswerBook {
  readonly components: Record<string, Answer> = {};
  readonly #schemas: SchemaBook;
  readonly #examples: ExampleMaker;

  constructor(schemas: SchemaBook, examples: ExampleMaker) {
    this.#schemas = schemas;
    this.#examples = examples;
  }

  /** Returns all answers of a call, by status. */
  answersOf(call: Call): Record<string, Answer> {
    return { ...this.#goodAnswers(call), ...this.#refusals(errorsOf(call)) };
  }

  #goodAnswers({ answer, cacheable, creates, versioned, access, method }: Call): Record<string, Answer> {
    if (isRedirect(answer))
      return { 303: { description: 'The browser goes there', headers: { Location: header('Where to') } } };
    if (isFile(answer)) return filesOf(answer);
    const schema = this.#schemas.schemaOf(answer, 'output');
    const example = this.#examples.valueOf(schema);
    const headers = {
      ...(versioned ? { ETag: header('The version of the object') } : {}),
      ...(access === 'integration' ? { RateLimit: header('The requests that are left, and when more are') } : {}),
    };
    const content = { 'application/json': { schema, example } };
    const done = { description: 'Done', ...(Object.keys(headers).length > 0 ? { headers } : {}), content };
    return {
      200: done,
      ...(creates ? { 201: { ...done, description: 'Created' } } : {}),
      ...(cacheable ? { 304: { description: 'As the browser has it' } } : {}),
      ...(versioned && method === 'GET'
        ? { 304: { description: 'The object still has the version that you sent' } }
        : {}),
    };
  }

  #refusals(codes: readonly ErrorCode[]): Record<string, Answer> {
    const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
    return Object.fromEntries(
      statuses.map((status) => [
        status,
        this.#refusal(
          status,
          codes.filter((code) => errorStatus[code] === status),
        ),
      ]),
    );
  }

  #refusal(status: number, codes: readonly ErrorCode[]): Answer {
    const name = codes.join('.');
    this.components[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${serverText(language, `errors.${code}`)}`).join('\n\n'),
      ...(status === 429 || status === 503 ? { headers: { 'Retry-After': header('Seconds', 'integer') } } : {}),
      content: { 'application/json': this.#refusalOf(codes) },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  /** Returns `ErrorAnswer` with the codes that are possible there. */
  #refusalOf(codes: readonly ErrorCode[]) {
    const whole = this.#schemas.schemaOf(z.object(ErrorAnswer.shape), 'output');
    const { responseStatus = {}, ...fields } = whole.properties ?? {};
    const errorCode = { type: 'string', enum: [...codes] };
    const status = { ...responseStatus, properties: { ...responseStatus.properties, errorCode } };
    const [code = 'INTERNAL_ERROR'] = codes;
    const message = serverText(language, `errors.${code}`);
    const traceId = this.#examples.valueOf({ type: 'string' }, 'traceId');
    return {
      schema: { ...whole, properties: { responseStatus: status, ...fields } },
      example: { responseStatus: { errorCode: code, message, errors: [] }, traceId },
    };
  }
}

/** Returns the answers of a file, also in parts if it is stored. The type is open if the call does not name one. */
function filesOf({ contentType, hasParts }: FileAnswer): Record<string, Answer> {
  const content = {
    [contentType === 'application/octet-stream' ? '*/*' : contentType]: { schema: binary, example: '(the file)' },
  };
  const whole = { 200: { description: 'The file', content } };
  if (!hasParts) return whole;
  const range = { 'Content-Range': header('Which part') };
  return {
    ...whole,
    206: { description: 'The part that was asked for', headers: range, content },
    416: {
      description: 'No such part',
      headers: range,
      content: { 'text/plain': { schema: { type: 'string' }, example: '' } },
    },
  };
}
