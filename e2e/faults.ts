import { randomUUID } from 'node:crypto';
import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { expect, type Page } from '@playwright/test';
import {
  faultCookie,
  type FaultKind,
  faultPath,
  type NewFault,
} from '../apps/server/src/testing/processes/fault-switch.ts';
import { readAddresses } from './addresses.ts';

/** The parts of a call that identify its requests. */
type Route = Pick<Call, 'method' | 'path'>;

/** A call that fails in this test's browser. */
export interface BrokenCall {
  /** Makes it work again, and releases waiting requests. */
  mend: () => Promise<void>;
}

/**
 * Breaks a call for this page's browser only, until it is mended. Works on the host where the page is or will be.
 * The call `fails` (500), `hangs`, `drops` its connection, or `waits` until it is mended. If it `stalls`, its work is
 * done, and only its answer waits. At the `gateway` its work is done, and a proxy answers 502 in its place. If it
 * is `uncertain`, its work is done, and it answers 503.
 */
export async function breakCall(page: Page, call: Route, kind: FaultKind): Promise<BrokenCall> {
  const { method, path } = call;
  return breakRoute({ browser: await nameBrowser(page), method, url: apiBase + path, kind });
}

/** Breaks a route of the server for the browser whose cookie `faultCookie` has this value. */
export async function breakRoute(fault: NewFault): Promise<BrokenCall> {
  const { serverUrl } = readAddresses();
  const response = await fetch(serverUrl + faultPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The server did not accept the fault: ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  return { mend: async () => void (await fetch(`${serverUrl}${faultPath}/${id}`, { method: 'DELETE' })) };
}

/** Returns the name by which the server knows the page's browser. */
async function nameBrowser(page: Page): Promise<string> {
  const context = page.context();
  const url = await originOf(page);
  const named = (await context.cookies(url)).find(({ name }) => name === faultCookie);
  if (named) return named.value;
  const browser = randomUUID();
  await context.addCookies([{ name: faultCookie, value: browser, url }]);
  return browser;
}

/**
 * Returns the page's origin. Before the page is opened, it is the origin of its customer's session, else saltmarsh.
 */
async function originOf(page: Page): Promise<string> {
  if (page.url().startsWith('http')) return new URL(page.url()).origin;
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === 'quayside_session');
  const { origin, hostname } = new URL(readAddresses().saltmarshUrl);
  return session ? origin.replace(hostname, session.domain) : origin;
}

/**
 * Returns to the page after half a minute elsewhere, so that it reads its data again. Waits until this call is
 * answered. Needs `page.clock.install()` before the page is opened.
 */
export async function returnToPage(page: Page, { path }: Route): Promise<void> {
  await page.clock.fastForward(31_000);
  const address = new RegExp(`${apiBase}${path.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`);
  const answered = page.waitForResponse(address);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await answered;
}

/** Runs code in the page as a part of one of the portal's files. */
export const runInPortal = (page: Page, code: string) =>
  page.evaluate(`{ ${code} }\n//# sourceURL=${new URL('/assets/portal.js', page.url()).href}`);

/**
 * Lets the page's clock leap until a check passes. On a busy machine bytes of a request may go out after a leap, and
 * the time in which the portal expects an answer then begins again.
 * @param seen the check, which has to give up within the limit
 */
export const leapUntil = (page: Page, ms: number, seen: (limit: { timeout: number }) => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(ms);
    await seen({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
