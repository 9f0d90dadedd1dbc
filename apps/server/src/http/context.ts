import type { Scope } from '@quayside/contract/integration/scopes.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { IfMatch } from './requests/if-match.ts';
import type { TenantDb } from '../db/client.ts';
import type { TenantSettings } from '../lib/settings/tenant-settings.ts';

/** Tells the time. Tests set it. */
export interface Clock {
  now(): Date;
  /** Resolves after this many milliseconds. */
  pause(ms: number): Promise<void>;
  /** False if it differs so much from the database's clock that this copy must not decide about money. */
  readonly isTrusted: boolean;
}

export interface Tenant {
  id: number;
  key: string;
  name: string;
  settings: TenantSettings;
}

/** A valid sign-in, with its account. */
export interface Session {
  tokenHash: Buffer;
  name: string;
  /** null: staff view a customer's portal. */
  loginId: number | null;
  isAccountUser: boolean;
  /** The time at which its owner last proved who they are, such as by the password. */
  authenticatedAt: Date;
  /** The time at which it ends if no request comes before. */
  idleEndsAt: Date;
  /** The name of the staff who view a customer's portal; null in a customer's own session. */
  staffName: string | null;
  /** The time at which it ends in any case. */
  endsAt: Date;
  /** The Accept header of the browser's last request for a payment page's document; null before it. */
  acceptHeader: string | null;
  account: SessionAccount;
}

export interface SessionAccount {
  id: number;
  guid: string;
  siteId: number;
}

/** An order whose pay link a browser has opened. */
export interface OpenedOrder {
  id: number;
  guid: string;
  siteId: number;
  /** The time at which the browser has to open the link again. */
  expiresAt: Date;
  account: SessionAccount;
}

/** The orders that a browser may pay, by the pay links that it opened. */
export interface OrderKey {
  /** The hash of the browser's key. The payments that it starts carry it. */
  hash: Buffer;
  /** The Accept header of the browser's last request for a payment page's document; null before it. */
  acceptHeader: string | null;
  orders: readonly OpenedOrder[];
}

/** Holds everything that a handler may use. Handlers use nothing global. */
export interface Context {
  tenant: Tenant;
  /** Sees this tenant's rows and no others. */
  db: TenantDb;
  clock: Clock;
  log: FastifyBaseLogger;
  /** One of the tenant's languages, by Accept-Language. */
  language: string;
  session: Session | null;
  /**
   * The orders that the browser's pay links have opened. Null: there are none, the call does not accept them, or it
   * is made as the account that is signed in.
   */
  orderKey: OrderKey | null;
  request: RequestInfo;
  cookies: ResponseCookies;
  /** Sends the version of the answer as its ETag. */
  sendVersion: (version: string) => void;
}

/**
 * The context of a call whose access is `payer`: in a session of the account, or by pay links. By links `session` is
 * null, and `orderKey` holds the account's orders that they have opened.
 */
export interface PayerContext extends Context {
  /** The account whose orders are paid. */
  account: SessionAccount;
}

/** The context of a call whose access is `account`. */
export interface AccountContext extends PayerContext {
  session: Session;
}

/** A key of the integration API, which is valid and opens this marina. */
export interface IntegrationKey {
  id: number;
  name: string;
  mode: 'live' | 'test';
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/** The context of a call whose access is `integration`: a program of the marina makes it. */
export interface IntegrationContext extends Context {
  key: IntegrationKey;
  /** Answers 201, because the call made what it answers. */
  answerCreated: () => void;
}

export interface RequestInfo {
  id: string;
  /** The client's address, through the proxies that TRUST_PROXY names. */
  ip: string;
  userAgent: string;
  accept: string;
  /** Scheme and host that the client used, such as `https://portal.example.com`. */
  origin: string;
  isSecure: boolean;
  idempotencyKey: string | null;
  secFetchSite: string | null;
  /** Ties a single sign-on to the browser that began it. */
  signOnToken: string | null;
  /** The key of a browser that signed this agreement by a link. */
  signerKey: string | null;
  /** The key of a browser that opened a pay link. */
  payerToken: string | null;
  /** The token of a browser that has signed in before. */
  deviceToken: string | null;
  /** The versions that the caller wants to change (If-Match). */
  ifMatch: IfMatch;
}

export interface ResponseCookies {
  setSession(token: string, maxAgeSeconds: number | null): void;
  clearSession(): void;
  setSignOn(token: string, maxAgeSeconds: number): void;
  clearSignOn(): void;
  /** Lets the browser that signed an agreement by a link download its paper. */
  setSigner(agreementGuid: string, key: string, maxAgeSeconds: number): void;
  /** Lets the browser that opened a pay link pay by it. */
  setPayer(token: string, maxAgeSeconds: number): void;
  /** Remembers the browser that signed in, beyond its session. */
  setDevice(token: string, maxAgeSeconds: number): void;
  /** Adds `Clear-Site-Data`, so that the browser deletes a person's cached data. */
  clearSiteData(): void;
}
