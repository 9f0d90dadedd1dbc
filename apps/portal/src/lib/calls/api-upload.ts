import type { Call, CallAnswer, CallInput } from '@quayside/contract/shared/call.ts';
import { isOffline } from '../browser/online.ts';
import { callerHeaders, callUrl, refusal } from './api.ts';
import { ApiError } from './api-error.ts';
import { startDeadline } from './deadline.ts';

interface UploadOptions {
  signal?: AbortSignal;
  /** Gets the share of the file that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The longest time without progress, in ms. A slow connection alone is no reason to give up. */
const stallMs = 60_000;

/**
 * Makes a call that sends a file as the last field of its body. Uses XMLHttpRequest, because `fetch` doesn't report
 * upload progress.
 * @throws {ApiError} as `api` does; a `DOMException` when aborted
 */
export function apiUpload<C extends Call>(
  call: C,
  input: CallInput<C> & { body: { file: File } },
  { signal, onProgress }: UploadOptions = {},
): Promise<CallAnswer<C>> {
  const { params, body } = input as { params?: Record<string, string>; body: Record<string, string | number | File> };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value instanceof File ? value : String(value));
  return new Promise((resolve, reject) => {
    const wasOffline = isOffline();
    const request = new XMLHttpRequest();
    const stallTimer = makeStallTimer(() => {
      // Before the abort, which rejects at once as if the reader had stopped the upload.
      reject(new ApiError(0, undefined, { cause: new DOMException('No answer', 'TimeoutError') }));
      request.abort();
    });
    const abort = () => request.abort();
    const settle = (then: () => void) => () => {
      stallTimer.end();
      signal?.removeEventListener('abort', abort);
      then();
    };
    request.upload.onprogress = ({ loaded, total }) => {
      stallTimer.renew();
      onProgress?.(total === 0 ? 1 : loaded / total);
    };
    request.onload = settle(() => {
      const { status, response } = request as { status: number; response: unknown };
      if (status >= 200 && status < 300) resolve(response as CallAnswer<C>);
      else reject(refusal(status, response ?? undefined));
    });
    request.onerror = settle(() => reject(new ApiError(0, undefined, { wasOffline })));
    request.onabort = settle(() => reject(new DOMException('Aborted', 'AbortError')));
    if (signal?.aborted) {
      reject(new DOMException('Aborted', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', abort);
    request.open(call.method, callUrl(call, { params }));
    request.responseType = 'json';
    for (const [name, value] of Object.entries(callerHeaders())) request.setRequestHeader(name, value);
    stallTimer.renew();
    request.send(form);
  });
}

function makeStallTimer(onEnd: () => void) {
  let end: () => void = () => undefined;
  return {
    end: () => end(),
    renew: () => {
      end();
      end = startDeadline(stallMs, onEnd);
    },
  };
}
