import { useSyncExternalStore } from 'react';
import { type FromApp, readAppMessage, type ToApp } from './app-messages.ts';

/** A frame on the screen. */
export interface OpenApp {
  readonly appId: string;
  readonly partId: string;
  readonly origin: string;
  readonly frame: HTMLIFrameElement;
  readonly onMessage: (message: FromApp) => void;
}

let openApps: readonly OpenApp[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly OpenApp[]): void {
  openApps = next;
  for (const listener of listeners) listener();
}

/** Accepts a message only from an open frame's own window and origin. Everything else in a frame is not the app. */
function hear({ source, origin, data }: MessageEvent<unknown>): void {
  if (source === null) return;
  const app = openApps.find((open) => open.frame.contentWindow === source && open.origin === origin);
  const message = app && readAppMessage(data);
  if (message) app.onMessage(message);
}

/** Starts to listen to a frame that is on the screen. @returns the function that stops it */
export function openApp(app: OpenApp): () => void {
  if (openApps.length === 0) addEventListener('message', hear);
  replace([...openApps, app]);
  return () => {
    replace(openApps.filter((other) => other !== app));
    if (openApps.length === 0) removeEventListener('message', hear);
  };
}

/** Sends a message to an app. A page of another origin in the same frame doesn't get it. */
export function tellApp({ frame, origin }: Pick<OpenApp, 'frame' | 'origin'>, message: ToApp): void {
  frame.contentWindow?.postMessage(message, origin);
}

/** Returns the frames on the screen and follows changes. */
export function useOpenApps(): readonly OpenApp[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openApps,
  );
}
