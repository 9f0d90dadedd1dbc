import type { FastifyBaseLogger } from 'fastify';
import type { TenantDb } from '../db/client.ts';
import type { TenantSettings } from '../features/tenant/settings.ts';

/** Tells the time; tests set it. */
export interface Clock {
  now(): Date;
  /** Settles after so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** False where it differs so much from the database's that nothing about money may be decided by this copy. */
  readonly isTrusted: boolean;
}

export interface Tenant {
  id: number;
  key: string;
  name: string;
  settings: TenantSettings;
}

/** A sign-in that is still good, with the account it is for. */
export interface Session {
  tokenHash: Buffer;
  name: string;
  /** null: staff viewing a customer's portal */
  loginId: number | null;
  isAccountUser: boolean;
  /** When its owner last proved who they are, as by the password. */
  authenticatedAt: Date;
  /** When it ends if nothing is asked of it until then. */
  idleEndsAt: Date;
  /** Who views a customer's portal; null in a customer's own session. */
  staffName: string | null;
  /** When it ends whatever happens. */
  endsAt: Date;
  /** Of the browser's last request for a payment page's document; null before it. */
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
  /** When the browser has to open the link again. */
  expiresAt: Date;
  account: SessionAccount;
}

/** What a browser may pay by the pay links that it has opened. */
export interface OrderKey {
  /** Of the browser's key; the payments that it starts carry it. */
  hash: Buffer;
  /** Of the browser's last request for a payment page's document; null before it. */
  acceptHeader: string | null;
  orders: readonly OpenedOrder[];
}

/** All that a handler may use. There is nothing global beside it. */
export interface Context {
  tenant: Tenant;
  /** Sees this tenant's rows and no others. */
  db: TenantDb;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Of the tenant's available languages, by Accept-Language. */
  language: string;
  session: Session | null;
  /**
   * What the browser's pay links have opened. Null: nothing, or the call is none that they open, or it is made as the
   * account that is signed in.
   */
  orderKey: OrderKey | null;
  request: RequestFacts;
  cookies: ResponseCookies;
  /** Sends the version of what is answered as its ETag. */
  sendVersion: (version: string) => void;
}

/**
 * The context of a call whose access is `payer`: in a session of the account, or by pay links. By links `session` is null,
 * and `orderKey` holds the account's orders that they have opened.
 */
export interface PayerContext extends Context {
  /** Whose orders are paid. */
  account: SessionAccount;
}

/** The context of a call whose access is `account`. */
export interface AccountContext extends PayerContext {
  session: Session;
}

export interface RequestFacts {
  id: string;
  /** Of the client, through the proxies that TRUST_PROXY names. */
  ip: string;
  userAgent: string;
  accept: string;
  /** Scheme and host that the client used, such as `https://portal.example.com`. */
  origin: string;
  isSecure: boolean;
  idempotencyKey: string | null;
  secFetchSite: string | null;
  /** Binds a single sign-on to the browser that began it. */
  signOnToken: string | null;
  /** Of the browser that signed the agreement in the address by a link. */
  signerKey: string | null;
  /** Of the browser that opened a pay link. */
  payerToken: string | null;
  /** Of a browser that has signed in before. */
  deviceToken: string | null;
  /** The version that the caller's change is meant for (If-Match); null for any. */
  ifVersion: string | null;
}

export interface ResponseCookies {
  setSession(token: string, maxAgeSeconds: number | null): void;
  clearSession(): void;
  setSignOn(token: string, maxAgeSeconds: number): void;
  clearSignOn(): void;
  /** Lets the browser that signed an agreement by a link fetch its paper. */
  setSigner(agreementGuid: string, key: string, maxAgeSeconds: number): void;
  /** Lets the browser that opened a pay link pay by it. */
  setPayer(token: string, maxAgeSeconds: number): void;
  /** Knows the browser that signed in, beyond its session. */
  setDevice(token: string, maxAgeSeconds: number): void;
  /** Adds `Clear-Site-Data`, so that the browser forgets what it kept of a person. */
  clearSiteData(): void;
}
