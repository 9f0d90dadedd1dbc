import { call, type Call } from '@quayside/contract/shared/call.ts';
import type { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { authorise, refuseForeignAccount, refuseForeignOrigin } from './access.ts';
import type { Session, Tenant } from '../http/context.ts';
import { CallError } from '../http/errors.ts';

const guid = '6b1f4d0e-6f0c-4f5c-9d55-0b8f4c1f2a11';
const session = { account: { id: 1, guid, siteId: 1 } } as Session;

const define = (changes: Partial<Parameters<typeof call>[0]> = {}): Call =>
  call({
    name: 'listThings',
    summary: 'Things',
    method: 'GET',
    path: 'portal/:guid/things',
    access: 'account',
    answer: z.object({}),
    ...changes,
  });

/** Returns the code of a refusal, or undefined if there is none. */
function refusalOf(refuse: () => void): string | undefined {
  try {
    refuse();
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error.code;
    throw error;
  }
}

describe('access to a call', () => {
  const tenantWith = (features: Record<string, boolean>, authProviders: AuthProvider[] = []): Tenant => {
    const permissions = {
      invoicingEnabled: false,
      showAccountActivity: true,
      showEstimates: false,
      showNotificationPreferences: false,
      showWaitingLists: false,
      allowAccountEdit: false,
      uneditableAccountProperties: [],
    };
    const settings = { agreementsEnabled: false, permissions, features, authProviders };
    return { id: 1, key: 'a', name: 'A', settings: settings as unknown as Tenant['settings'] };
  };
  const plain = tenantWith({});

  test('[SAFE-1] a call for an account needs a session, a public call does not', () => {
    expect(refusalOf(() => authorise(define(), plain, null))).toBe('NOT_SIGNED_IN');
    expect(refusalOf(() => authorise(define(), plain, session))).toBeUndefined();
    expect(refusalOf(() => authorise(define({ access: 'public' }), plain, null))).toBeUndefined();
  });

  test('a call that the marina switched off is refused, and the refusal names the switch', () => {
    const needs = (...permissions: Call['permissions']) => define({ permissions });
    expect(refusalOf(() => authorise(needs('showAccountActivity'), plain, session))).toBeUndefined();
    expect(() => authorise(needs('showAccountActivity', 'showEstimates'), plain, session)).toThrow(
      expect.objectContaining({ code: 'FEATURE_DISABLED', options: { values: { permission: 'showEstimates' } } }),
    );
  });

  test('a call of a feature that is off is refused', () => {
    const needs = define({ feature: 'my-stays' });
    expect(refusalOf(() => authorise(needs, plain, session))).toBeUndefined();
    expect(() => authorise(needs, tenantWith({ 'my-stays': false }), session)).toThrow(
      expect.objectContaining({ code: 'FEATURE_DISABLED', options: { values: { permission: 'my-stays' } } }),
    );
  });

  test('a call with a password is refused if the marina takes none', () => {
    const credentials = { key: 'credentials', displayName: '', colour: null, icon: null, enabledInPortal: true };
    const needs = define({ access: 'public', passwordFor: 'login' });
    expect(refusalOf(() => authorise(needs, tenantWith({}, [credentials]), null))).toBeUndefined();
    expect(() => authorise(needs, plain, null)).toThrow(
      expect.objectContaining({ code: 'FEATURE_DISABLED', options: { values: { permission: 'credentials' } } }),
    );
  });
});

describe('an account that a caller names', () => {
  const refusal = (args: Record<string, Record<string, unknown>>, accountIn: Call['accountIn'] = 'params.guid') =>
    refusalOf(() => refuseForeignAccount(define(accountIn ? { accountIn } : {}), args, session));

  test('[SAFE-1] must be the session’s own guid, in upper or lower case', () => {
    expect(refusal({ params: { guid } })).toBeUndefined();
    expect(refusal({ params: { guid: guid.toUpperCase() } })).toBeUndefined();
    expect(refusal({ body: { accountGuid: guid } }, 'body.accountGuid')).toBeUndefined();
  });

  test('[SAFE-1] answers 404 for a foreign account, as for one that is missing or no text', () => {
    const foreign = '00000000-0000-4000-8000-000000000000';
    expect(refusal({ params: { guid: foreign } })).toBe('NOT_FOUND');
    expect(refusal({ params: {}, body: { guid } })).toBe('NOT_FOUND');
    expect(refusal({})).toBe('NOT_FOUND');
    expect(refusal({ params: { guid: [guid] } })).toBe('NOT_FOUND');
  });

  test('is refused where the call doesn’t say where it is named', () => {
    expect(refusalOf(() => refuseForeignAccount(define(), { params: { guid } }, session))).toBe('NOT_FOUND');
  });
});

describe('the origin of a request', () => {
  const refusal = (origin: string | undefined, changes: Partial<Parameters<typeof call>[0]> = {}) => {
    const request = { protocol: 'https', host: 'portal.example.com', headers: origin === undefined ? {} : { origin } };
    const post = define({ method: 'POST', ...changes });
    return refusalOf(() => refuseForeignOrigin(request as unknown as FastifyRequest, post));
  };

  test('[SAFE-4] another site may change nothing here', () => {
    expect(refusal('https://evil.example')).toBe('FOREIGN_ORIGIN');
    expect(refusal('http://portal.example.com')).toBe('FOREIGN_ORIGIN');
    expect(refusal('https://portal.example.com:8443')).toBe('FOREIGN_ORIGIN');
    expect(refusal('null')).toBe('FOREIGN_ORIGIN');
    expect(refusal('https://evil.example', { method: 'DELETE' })).toBe('FOREIGN_ORIGIN');
  });

  test('the portal itself, programs, readers and calls that are made for other sites may go on', () => {
    expect(refusal('https://Portal.example.com')).toBeUndefined();
    expect(refusal(undefined)).toBeUndefined();
    expect(refusal('https://evil.example', { method: 'GET' })).toBeUndefined();
    expect(refusal('https://evil.example', { fromAnySite: true })).toBeUndefined();
  });
});
