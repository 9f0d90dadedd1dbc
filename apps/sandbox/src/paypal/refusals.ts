import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { ProviderAnswer } from '../provider-answer.ts';

interface Detail {
  readonly issue: string;
  readonly description: string;
  readonly field?: string;
  readonly location?: string;
}

const answer = (status: number, name: string, message: string, details: readonly Detail[] = []): ProviderAnswer => ({
  status,
  body: { name, message, debug_id: randomBytes(7).toString('hex').slice(0, 13), details, links: [] },
});

/** Answers a well-formed request that can't be done, with the provider's word for the reason. */
export const unprocessable = (
  issue: string,
  description = 'The requested action could not be performed.',
): ProviderAnswer =>
  answer(422, 'UNPROCESSABLE_ENTITY', 'The requested action could not be performed, semantically incorrect.', [
    { issue, description },
  ]);

/** Answers a key that another request used. */
export const requestIdUsed = (): ProviderAnswer =>
  unprocessable(
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
    'The PayPal-Request-ID has already been used for another request.',
  );

export const missingRequestId = (): ProviderAnswer =>
  answer(400, 'INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', [
    { issue: 'PAYPAL_REQUEST_ID_REQUIRED', description: 'A PayPal-Request-Id is required.', location: 'header' },
  ]);

export const malformed = ({ issues }: z.ZodError): ProviderAnswer =>
  answer(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    issues.map(({ code, path, message }) => ({
      issue: code === 'too_big' || code === 'too_small' ? 'INVALID_STRING_LENGTH' : 'INVALID_PARAMETER_SYNTAX',
      field: `/${path.join('/')}`,
      location: 'body',
      description: message,
    })),
  );

export const unknownResource = (): ProviderAnswer =>
  answer(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    { issue: 'INVALID_RESOURCE_ID', description: 'Specified resource ID does not exist.' },
  ]);

export const notAuthenticated = (): ProviderAnswer => ({
  status: 401,
  body: { error: 'invalid_token', error_description: 'The token passed in was not found in the system' },
});

export const wrongClient = (): ProviderAnswer => ({
  status: 401,
  body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
});
