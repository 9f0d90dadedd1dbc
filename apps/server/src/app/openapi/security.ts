import type { Access, Call } from '@quayside/contract/shared/call.ts';
import { nameOf, payerCookie, sessionCookie, signerCookie, signOnCookie } from '../../http/origin/cookie-names.ts';

/** A call's requirement: one of these, each with everything that it names. */
export type Requirement = Record<string, never[]>;

const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description });

/** The ways in which callers authenticate. The cookies have their names without TLS. */
const schemes = {
  session: cookie(sessionCookie, 'A session that was opened by signing in, for its own account.'),
  payLink: cookie(
    payerCookie,
    'A browser that opened the pay link of an order (`getQuickPayOrder`), for that order and what it started to ' +
      'pay itself.',
  ),
  signer: cookie(signerCookie, 'The browser that has just signed the agreement, for an hour.'),
  signOn: cookie(signOnCookie, 'The visit to a provider of single sign-on that this browser is on.'),
  mailKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'The key of a mail, good for a week and for one paper.',
  },
  renewalToken: { type: 'apiKey', in: 'query', name: 'renewalToken', description: 'A registration code.' },
  orderGuid: {
    type: 'apiKey',
    in: 'query',
    name: 'orderGuid',
    description: 'The guid of an order, as its pay link has it.',
  },
  tenantKey: {
    type: 'apiKey',
    in: 'header',
    name: 'tenantKey',
    description: 'Names the marina where the host does not. A host of another marina refuses it.',
  },
} as const;

/** Returns `#/components/securitySchemes` of the integration API, which has one way in. */
export const integrationSchemes = () => ({
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key that the operator of the marina made (`quayside key create`). It names the marina and has scopes.',
  },
});

type Scheme = keyof typeof schemes;

/** Returns `#/components/securitySchemes`. @param secure true if the portal uses TLS, where cookies have other names */
export const securitySchemes = (secure: boolean): Record<Scheme, object> => ({
  ...schemes,
  ...Object.fromEntries(
    (['session', 'payLink', 'signer', 'signOn'] as const).map((name) => [
      name,
      { ...schemes[name], name: nameOf(schemes[name].name, secure) },
    ]),
  ),
});

/** The places of a key within a request, in the order in which they are tried. */
const keyPlaces: Partial<Record<Access, readonly string[]>> = {
  'key:code': ['query.renewalToken', 'body.account.renewalToken'],
  'key:consent': ['params.guid'],
  'key:agreement': ['query.agreement', 'params.guid', 'body.guid'],
  'key:order': ['params.guid', 'query.orderGuid'],
  'key:mail-link': ['params.token', 'body.token', 'query.key'],
  'key:calendar': ['params.token'],
  'key:staff-link': ['body.token'],
  'key:3ds': ['body.MD'],
};

const partNames: Record<string, string> = { params: 'path', query: 'query', body: 'body' };

/** Returns the place of a call's key, such as `guid in the path`; undefined for a call without one. */
export function keyOf(call: Call, fieldsOf: (part: string) => readonly string[]): string | undefined {
  const place = keyPlaces[call.access]?.find((each) => {
    const [part = '', name = ''] = each.split('.');
    return fieldsOf(part).includes(name);
  });
  const [part = '', ...name] = place?.split('.') ?? [];
  return place && `\`${name.join('.')}\` in the ${partNames[part]}`;
}

/**
 * Returns the ways in which a call may be made. OpenAPI has no scheme for a key in the path or the body: see `keyOf`.
 */
export function securityOf(call: Call, takes: (name: string) => boolean): Requirement[] {
  if (call.access === 'integration') return [{ apiKey: [] }];
  if (call.access === 'webhook' || !call.ofTenant) return [{}];
  return waysInto(call, takes).flatMap((scheme) => {
    const own: Requirement = scheme === null ? {} : { [scheme]: [] };
    return [own, { ...own, tenantKey: [] }];
  });
}

function waysInto(call: Call, takes: (name: string) => boolean): (Scheme | null)[] {
  if (call.access === 'account') return ['session'];
  if (call.access === 'payer') return ['session', 'payLink'];
  const byQuery = (['renewalToken', 'orderGuid'] as const).filter(
    (name) => call.access.startsWith('key:') && takes(name),
  );
  if (call.name === 'downloadAgreement') return ['session', 'signer', 'mailKey'];
  if (call.name === 'finishSignOn' || call.name === 'confirmSignOn') return ['signOn'];
  if (call.name === 'listQuickPayProviders') return ['payLink', 'orderGuid'];
  return byQuery.length > 0 ? byQuery : [null];
}
