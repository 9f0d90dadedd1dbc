import { useSyncExternalStore } from 'react';
import { type FromApp, readAppMessage, type ToApp } from './app-messages.ts';

/** A frame that is on the screen. */
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

/** Counts only what an open frame's own window says from its own origin: whatever else is framed there is not the app. */
function hear({ source, origin, data }: MessageEvent<unknown>): void {
  if (source === null) return;
  const app = openApps.find((open) => open.frame.contentWindow === source && open.origin === origin);
  const message = app && readAppMessage(data);
  if (message) app.onMessage(message);
}

/** A frame came onto the screen; its messages are heard from now on. @returns what ends that */
export function openApp(app: OpenApp): () => void {
  if (openApps.length === 0) addEventListener('message', hear);
  replace([...openApps, app]);
  return () => {
    replace(openApps.filter((other) => other !== app));
    if (openApps.length === 0) removeEventListener('message', hear);
  };
}

/** Says something to an app, and to nobody who may have taken its place in the frame. */
export function tellApp({ frame, origin }: Pick<OpenApp, 'frame' | 'origin'>, message: ToApp): void {
  frame.contentWindow?.postMessage(message, origin);
}

/** The frames on the screen, as they come and go. */
export function useOpenApps(): readonly OpenApp[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openApps,
  );
}
