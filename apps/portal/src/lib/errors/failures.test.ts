import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '../calls/api-error.ts';
import { showTexts } from '../texts/texts.ts';
import { failureMessage } from './failures.ts';

const answer = {
  responseStatus: { errorCode: 'NOT_FOUND', message: 'We cannot find what you asked for.', errors: [] },
  traceId: 'trace',
};

beforeAll(() =>
  showTexts('en-GB', [{ 'general.unknownError': 'unknown error', 'general.networkError': 'no answer' }], false),
);

test("[PROV-8] [SHELL-11] a failure says the server's message, else its own, else 'unknown error'", () => {
  expect(failureMessage(new ApiError(404, answer))).toBe('We cannot find what you asked for.');
  expect(failureMessage(new Error('the paper jammed'))).toBe('the paper jammed');
  expect(failureMessage('a mere text')).toBe('unknown error');
});

test('[SHELL-221] the answer of a proxy, without a message of the server, counts as none', () => {
  expect(failureMessage(new ApiError(502, undefined))).toBe('no answer');
});
