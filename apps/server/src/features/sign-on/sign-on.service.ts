import { apiBase, type CallArguments, callPath } from '@quayside/contract/shared/call.ts';
import { finishSignOn, type startSignOn } from '@quayside/contract/identity/sign-on.ts';
import type { Context } from '../../http/context.ts';
import { type Counted, type Limit, limitTry, networkOf, undoHits } from '../../http/limits/rate-limit.ts';
import type { ConfirmedIdentity } from '../../providers/sign-on/openid-connect.ts';
import { SignOnFailure } from '../../providers/sign-on/sign-on-failure.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { type Identity, loginOfIdentity } from '../identity/identity.exports.ts';
import { findUsableLogin, signInByIdentity } from '../identity/identity.service.ts';
import { openCodeOf } from '../registration/registration.service.ts';
import { minute } from '../../lib/time/durations.ts';
import { askForConfirmation } from './confirm-sign-on.service.ts';
import { findOffered } from './providers.service.ts';
import { registerIdentity } from './register-identity.service.ts';
import { insertSignOn, isVisiting, takeSignOn } from './sign-on.queries.ts';
import { secretsOf } from './sign-on-secrets.rules.ts';

/** Loads the library with the first visit, because the server's start does not need it. */
const loadOpenIdConnect = () => import('../../providers/sign-on/openid-connect.ts');

/** Limits visits as often as passwords. Only failed visits count. */
const visitsOfNetwork: Limit = { name: 'sign-on', max: 300, windowMs: 15 * minute };
/** The time that a person may stay at the provider. */
const visitMs = 10 * minute;

const countedOf = (ctx: Context): Counted => ({ limit: visitsOfNetwork, who: networkOf(ctx.request.ip) });

/**
 * Begins a visit to a provider.
 * @returns the provider's address for the browser
 * @throws SignOnFailure; CallError of the registration code, or TOO_MANY_REQUESTS
 */
export async function beginSignOn(ctx: Context, key: string, query: StartQuery): Promise<string> {
  const { db, tenant, clock, language } = ctx;
  await limitTry(db, tenant.id, countedOf(ctx), clock.now());
  const authType = query.renewalToken === undefined ? (query.authType ?? 'login') : 'register';
  const settings = await findOffered(ctx, key, authType);
  const codeHash = await readCode(ctx, query);
  const { authorizationUrl } = await loadOpenIdConnect();
  const token = makeToken();
  const secrets = secretsOf(token);
  const visit = { redirectUri: callbackOf(ctx, key), language, now: clock.now() };
  const address = await authorizationUrl(settings, secrets, visit);
  await insertSignOn(db, {
    tenant_id: tenant.id,
    token_hash: hashToken(token),
    state_hash: hashToken(secrets.state),
    provider_key: key,
    auth_type: authType,
    code_hash: codeHash,
    expires_at: new Date(clock.now().getTime() + visitMs),
  });
  ctx.cookies.setSignOn(token, visitMs / 1000);
  return address;
}

type StartQuery = CallArguments<typeof startSignOn>['query'];

/** Returns the hash of the code for a registration; null if there is none. Code and guid are valid only together. */
async function readCode(ctx: Context, { renewalToken, accountGuid }: StartQuery): Promise<Buffer | null> {
  if (renewalToken === undefined && accountGuid === undefined) return null;
  if (renewalToken === undefined || accountGuid === undefined)
    throw new SignOnFailure('code', 'code or guid is missing');
  // Another site's link could carry its owner's code, and make a visitor's identity open that owner's account.
  if (!['same-origin', null].includes(ctx.request.secFetchSite)) throw new SignOnFailure('expired', 'begun elsewhere');
  return (await openCodeOf(ctx, { renewalToken, guid: accountGuid })).codeHash;
}

/**
 * Redirects an answer from another site's form to the address that the browser opens with its cookie. Nothing in it
 * is trusted, and nothing changes: it only has to name an open visit.
 * @returns the address
 * @throws SignOnFailure
 */
export async function passOnAnswer(
  { db, tenant, clock }: Context,
  key: string,
  answer: CallbackQuery,
): Promise<string> {
  const stateHash = hashToken(answer.state ?? '');
  if (!(await isVisiting(db, tenant.id, { stateHash, providerKey: key }, clock.now())))
    throw new SignOnFailure('expired', 'another state');
  return apiBase + callPath(finishSignOn, { params: { providerKey: key }, query: answer });
}

/**
 * Ends the visit that this browser began, and signs in the person that the provider confirms.
 * @returns the path of the portal that follows
 * @throws SignOnFailure; CallError of the registration code
 */
export async function endSignOn(ctx: Context, key: string, query: CallbackQuery): Promise<string> {
  const { db, tenant, clock } = ctx;
  const token = ctx.request.signOnToken;
  if (token === null) throw new SignOnFailure('expired', 'not begun in this browser');
  const secrets = secretsOf(token);
  if (query.state !== secrets.state) throw new SignOnFailure('expired', 'another state');
  const visit = await takeSignOn(db, tenant.id, { tokenHash: hashToken(token), providerKey: key }, clock.now());
  if (!visit) throw new SignOnFailure('expired', 'over, too old or of another provider');
  ctx.cookies.clearSignOn();
  const settings = await findOffered(ctx, key, visit.auth_type);
  const { readAnswer } = await loadOpenIdConnect();
  const identity = await readAnswer(settings, secrets, addressOf(ctx, key, query), clock.now());
  const path = visit.code_hash
    ? await signIn(ctx, await registerIdentity(ctx, visit.code_hash, identity), identity)
    : await signInOrConfirm(ctx, key, identity);
  await undoHits(db, tenant.id, [countedOf(ctx)]);
  return path;
}

type CallbackQuery = CallArguments<typeof finishSignOn>['query'];

async function signInOrConfirm(ctx: Context, key: string, identity: ConfirmedIdentity): Promise<string> {
  const { db, tenant } = ctx;
  const linked = await loginOfIdentity(db, tenant.id, identity);
  if (linked !== undefined) return signIn(ctx, linked, identity);
  const email = await identity.verifiedEmail();
  const login = email === null ? null : await findUsableLogin(db, tenant.id, email);
  if (!login) throw new SignOnFailure('refused', email === null ? 'unknown, no verified e-mail' : 'unknown');
  return askForConfirmation(ctx, key, { ...identity, loginId: login.id });
}

async function signIn(ctx: Context, loginId: number, identity: Identity): Promise<string> {
  if (await signInByIdentity(ctx, loginId, identity)) return '/sso-redirect';
  throw new SignOnFailure('refused', 'no open account');
}

/**
 * Returns the address to which the provider sends the browser back. The provider knows it beforehand and compares it
 * exactly.
 */
function callbackOf({ tenant, request }: Context, key: string): string {
  const origin = (tenant.settings.rootUrl ?? request.origin).replace(/\/$/, '');
  return `${origin}${apiBase}auth/${encodeURIComponent(key)}/callback`;
}

/** Returns the address at which the browser came back, as the library reads it. */
function addressOf(ctx: Context, key: string, query: CallbackQuery): URL {
  const url = new URL(callbackOf(ctx, key));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}
