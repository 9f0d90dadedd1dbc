import { createHash } from 'node:crypto';
import { z } from 'zod';
import { callWire, leftOf, type WireAnswer } from './wire-call.ts';

/** A client of a provider's API that takes bearer tokens of OAuth. */
export interface BearerClient {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The end of a token's life in which it is not used any more. */
  marginMs: number;
  /** Returns the call's answer if the provider refuses the client with this one. Else undefined. */
  refused: (answer: Answered) => Answered | undefined;
}

type Answered = Extract<WireAnswer, { kind: 'answered' }>;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Tokens until they expire. A copy of the server without one just requests it. */
const tokens = new Map<string, { token: string; expiresAt: number }>();

/**
 * Makes a call with a token, and once more with a new one if the provider does not know it any more. With an unknown
 * token the provider did nothing.
 * @param until the common end of all requests, of the monotonic clock
 */
export async function callWithBearer(
  client: BearerClient,
  until: number,
  send: (token: string) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  const token = await tokenFor(client, until);
  if (typeof token !== 'string') return token;
  const first = await send(token);
  if (first.kind !== 'answered' || first.status !== 401) return first;
  tokens.delete(nameOf(client));
  const renewed = await tokenFor(client, until);
  return typeof renewed === 'string' ? send(renewed) : renewed;
}

/** Returns a token, or the reason why there is none. Then nothing of the call itself was sent. */
async function tokenFor(client: BearerClient, until: number): Promise<string | WireAnswer> {
  const name = nameOf(client);
  const cachedToken = tokens.get(name);
  // Monotonic: the lifetime of a token is independent of the calendar that ctx.clock tells.
  if (cachedToken && cachedToken.expiresAt > performance.now()) return cachedToken.token;
  const answer = await requestToken(client, until);
  if (answer.kind !== 'answered') return { kind: 'unsent', reason: `no bearer token: ${answer.reason}` };
  const refusal = client.refused(answer);
  if (refusal) return refusal;
  const parsed = Token.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success)
    return { kind: 'unsent', reason: `no bearer token: HTTP ${answer.status}` };
  const { access_token: token, expires_in: seconds } = parsed.data;
  tokens.set(name, { token, expiresAt: performance.now() + seconds * 1000 - client.marginMs });
  return token;
}

const requestToken = ({ tokenUrl, clientId, clientSecret }: BearerClient, until: number): Promise<WireAnswer> =>
  callWire(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    deadlineMs: leftOf(until),
  });

/** Returns the key of a token in memory. It holds no secret, and changes when a secret does. */
const nameOf = ({ tokenUrl, clientId, clientSecret }: BearerClient) =>
  createHash('sha256')
    .update(JSON.stringify([tokenUrl, clientId, clientSecret]))
    .digest('base64');
