import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody, timestamp } from '../operation.ts';
import { errorObject, fieldError, ProviderError, unknownId } from '../provider-error.ts';
import { type ResolvedCard, resolveCard } from '../payments/payment-card.ts';
import { refuseDuplicate } from '../payments/refusals.ts';
import { findScenario } from '../../cards/test-cards.ts';
import { AuthenticationRequest } from './authentication-request.ts';
import {
  type Authentication,
  findAuthentication,
  insertAuthentication,
  isAuthenticationReferenceTaken,
} from './authentications.ts';
import { authenticationOf, decideChallenge } from './challenge.ts';
import { isFingerprintSession } from './fingerprint.operations.ts';

const Finalization = z.strictObject({ payload: z.string().min(1).max(4096) });

const base = '/threedsecure/v2/accounts/:account/authentications';

export const authenticationOperations: readonly Operation[] = [
  {
    name: 'authentications.create',
    method: 'POST',
    path: base,
    keys: ['server', 'token'],
    echoesReference: true,
    handle: create,
  },
  { name: 'authentications.read', method: 'GET', path: `${base}/:id`, keys: ['server'], handle: read },
  {
    name: 'authentications.finalize',
    method: 'POST',
    path: `${base}/:id/finalize`,
    keys: ['server', 'token'],
    handle: finalize,
  },
];

function create(call: Call): Answer {
  const body = readBody(AuthenticationRequest, call);
  const { database } = call.sandbox;
  const { accountId, currency } = call.account;
  if (isAuthenticationReferenceTaken(database, accountId, body.merchantRefNum)) {
    return refuseDuplicate(call, 'authentications.create', body.merchantRefNum);
  }
  if (body.currency !== currency) throw fieldError('currency', `The account is in ${currency}`);
  const session = body.deviceFingerprintingId;
  if (session !== undefined && !isFingerprintSession(database, accountId, session)) {
    throw fieldError('deviceFingerprintingId', 'Unknown device fingerprinting id');
  }
  const authentication = authenticate(call, body, resolveCard(call, body.card));
  insertAuthentication(database, authentication);
  return { status: 201, body: presentAuthentication(call, authentication) };
}

function authenticate(call: Call, body: AuthenticationRequest, card: ResolvedCard): Authentication {
  const scenario = findScenario(card.instrument.scenario);
  const mandated = body.requestorChallengePreference === 'CHALLENGE_MANDATED';
  const challenged = mandated && scenario.result === 'Y' ? ({ result: 'C', after: 'Y' } as const) : scenario;
  return authenticationOf(call, { body, card, scenario: challenged });
}

function read(call: Call): Answer {
  return { status: 200, body: presentAuthentication(call, find(call)) };
}

/**
 * Ends a challenge for the browser. The result comes from the bank and never from the browser, which only proves
 * that it holds this challenge. If the bank got no answer, the customer gave up, and the result is N.
 */
function finalize(call: Call): Answer {
  const authentication = find(call);
  const claims = call.sandbox.secrets.verify(readBody(Finalization, call).payload);
  if (claims?.['authenticationId'] !== authentication.id)
    throw fieldError('payload', 'Not the payload of this challenge');
  if (authentication.status !== 'PENDING') return { status: 200, body: presentAuthentication(call, authentication) };
  return { status: 200, body: presentAuthentication(call, decideChallenge(call.sandbox, authentication, 'abandoned')) };
}

function find(call: Call): Authentication {
  const id = call.params['id'] ?? '';
  const authentication = findAuthentication(call.sandbox.database, call.account.accountId, id);
  if (authentication === undefined) throw unknownId(id);
  return authentication;
}

function presentAuthentication(call: Call, authentication: Authentication): Record<string, unknown> {
  const { errorCode, ...fields } = authentication.fields;
  const path = `${base.replace(':account', authentication.accountId)}/${authentication.id}`;
  const links = [{ rel: 'self', href: `${call.sandbox.origins.provider}${path}` }];
  return {
    links,
    id: authentication.id,
    merchantRefNum: authentication.merchantRefNum,
    txnTime: timestamp(authentication.createdAt),
    status: authentication.status,
    ...fields,
    ...(errorCode === undefined
      ? {}
      : { error: errorObject(call.sandbox.origins.provider, new ProviderError('1007')) }),
  };
}
