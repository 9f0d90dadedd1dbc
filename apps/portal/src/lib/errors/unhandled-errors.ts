import { clientErrorLimits, reportClientError } from '@quayside/contract/portal/client-errors.ts';
import { api } from '../calls/api.ts';
import { ApiError } from '../calls/api-error.ts';
import { giveReference } from './error-references.ts';
import { isLoadFailure, toastFailure } from './failures.ts';

/** Maximum number of reports of one page. A page that fails again and again has told enough. */
const mostReports = 10;

const reported = new WeakSet<Error>();
/** The errors after which React has drawn the page again by itself. */
const recovered = new WeakSet<object>();
let reports = 0;
let pageOf: () => string = () => '/';

/**
 * Starts to report errors that nothing handled.
 * @param page returns the pattern of the current route, such as `/consent-management/$accountGuid`
 */
export function watchUnhandledErrors(page: () => string): void {
  pageOf = page;
  addEventListener('unhandledrejection', ({ reason }) => tellOrReport(reason));
  // Without an error object, it is another origin's script or the browser's notice about layout. Neither is our error.
  addEventListener('error', ({ error }) => error && tellOrReport(error));
}

function tellOrReport(thrown: unknown): void {
  if (thrown instanceof Error && (recovered.has(thrown) || isOfInjectedCode(thrown))) reportQuietly(thrown);
  else tellUnhandled(thrown);
}

/**
 * Checks if no script file of the web has a part in an error: neither ours nor a provider's. Then the code is not of
 * this page. An app that shows a link in its own browser, or an extension, has put it there, and its errors disturb no
 * reader.
 */
const isOfInjectedCode = ({ stack }: Error): boolean => !!stack && !/https?:\S*\b[jt]sx?\b/.test(stack);

/**
 * Reports an error that React has recovered from, without a toast. The usual cause is an extension or a translator that
 * changes the server's HTML before React takes it over: the reader sees a whole page, and nothing has failed.
 */
export function reportRecovered(error: unknown): void {
  if (error instanceof Error) recovered.add(error);
  // The browser's console shows it, too.
  globalThis.reportError(error);
}

/** Shows a failure in a toast and reports it if it is an error of the portal (decision C8.4). */
export function tellUnhandled(thrown: unknown): void {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return;
  const error = thrown instanceof Error ? thrown : new Error(`${typeof thrown} thrown: ${String(thrown)}`);
  if (nameFault(error)) report(error);
  toastFailure(error);
}

/** Reports an error that does not stop the page, without a toast. */
export function reportQuietly(error: unknown): void {
  if (error instanceof Error && nameFault(error)) report(error);
}

/**
 * Gives an error of the portal its reference before anything shows it. Refused calls and network failures are not
 * errors of the portal.
 */
export function nameFault(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiError || isLoadFailure(error)) return false;
  giveReference(error);
  return true;
}

/** Reports once for each error. A failing report is not reported again. */
function report(error: Error): void {
  if (reported.has(error)) return;
  reported.add(error);
  reports += 1;
  if (reports > mostReports) return;
  const { type, message, stack } = clientErrorLimits;
  const body = {
    reference: giveReference(error),
    type: error.name.slice(0, type),
    message: error.message.slice(0, message),
    stack: (error.stack ?? '').slice(0, stack),
    page: pageOf(),
  };
  api(reportClientError, { body }).catch(() => undefined);
}
