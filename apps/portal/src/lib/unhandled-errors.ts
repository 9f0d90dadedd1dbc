import { clientErrorLimits, reportClientError } from '@quayside/contract/client-errors.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { giveReference } from './error-references.ts';
import { isLoadFailure, toastFailure } from './failures.ts';

/** A page that fails over and over has said all it can. */
const mostReports = 10;

const reported = new WeakSet<Error>();
let reports = 0;
let pageOf: () => string = () => '/';

/**
 * Tells of what nobody handled, from now on.
 * @param page answers the pattern of the route that is shown, such as `/consent-management/$accountGuid`
 */
export function watchUnhandledErrors(page: () => string): void {
  pageOf = page;
  addEventListener('unhandledrejection', (event) => tellUnhandled(event.reason));
  addEventListener('error', ({ error }) => {
    // Without an error it is another origin's script, or the browser's note on a layout: neither is ours to tell.
    if (error) tellUnhandled(error);
  });
}

/** Says in a toast that something failed and, where that is a fault of the portal, reports it (decision C8.4). */
export function tellUnhandled(thrown: unknown): void {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return;
  const error = thrown instanceof Error ? thrown : new Error(`${typeof thrown} thrown: ${String(thrown)}`);
  if (nameFault(error)) report(error);
  toastFailure(error);
}

/** Reports a fault that the page goes on without, and says nothing of it. */
export function reportQuietly(error: unknown): void {
  if (error instanceof Error && nameFault(error)) report(error);
}

/** Gives a fault its reference before anything is said of it. What a call answered, or the network, is no fault of ours. */
export function nameFault(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiError || isLoadFailure(error)) return false;
  giveReference(error);
  return true;
}

/** A failing report is not worth another. */
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
