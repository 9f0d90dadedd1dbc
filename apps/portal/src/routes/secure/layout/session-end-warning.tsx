import { Suspense, useEffect, useState, useRef } from 'react';
import { extendSession, getSessionEnd, type SessionEnd } from '@quayside/contract/identity/identity.ts';
import { endLostSession, tellSessionExtended, watchSessionExtended } from '../../../lib/session/session.ts';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { api } from '../../../lib/calls/api.ts';
import type { SessionWarning } from './session-end-dialog.tsx';

/** Loaded once the page listens, because the connection may be gone when it opens. */
const SessionEndDialog = lazyPart(async () => (await import('./session-end-dialog.tsx')).SessionEndDialog);

/** Warns two minutes before the session ends, and lets the reader stay (decision C4.3). */
export function SessionEndWarning() {
  const { warning, extend } = useSessionEnd();
  useEffect(() => SessionEndDialog.preload(), []);
  return (
    warning && (
      <Suspense>
        <SessionEndDialog warning={warning} onExtend={extend} />
      </Suspense>
    )
  );
}

const second = 1_000;
/** The time of the warning before the end (decision C4.3). */
const warnBefore = 120 * second;
/** The first check, after the page has loaded. The page's own first calls have just prolonged the session. */
const firstLook = 5 * second;
/** The longest wait, because timers are late after a computer has slept. */
const longestWait = 60 * 60 * second;
/** The wait while the warning is open and after a failed call, because the reader may continue in another tab. */
const shortWait = 15 * second;

/**
 * Decides when to warn that the session ends. It asks the server, which doesn't prolong the session; only the
 * reader's own actions do.
 */
function useSessionEnd() {
  const [warning, setWarning] = useState<SessionWarning | null>(null);
  const take = useRef<(end: SessionEnd) => void>(() => undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const plan = (wait: number) => {
      clearTimeout(timer);
      if (!isGone) timer = setTimeout(() => void look(), wait);
    };
    const look = async () => {
      try {
        take.current(await api(getSessionEnd, {}));
      } catch {
        plan(shortWait);
      }
    };
    take.current = ({ secondsLeft, canBeExtended }) => {
      if (isGone) return;
      if (secondsLeft === null) return void endLostSession();
      const left = secondsLeft * second;
      if (left > warnBefore) {
        setWarning(null);
        plan(Math.min(left - warnBefore, longestWait));
      } else {
        setWarning({ endsAt: Date.now() + left, canBeExtended });
        plan(Math.min(left, shortWait));
      }
    };
    const lookWhenSeen = () => {
      if (document.visibilityState === 'visible') void look();
    };
    plan(firstLook);
    document.addEventListener('visibilitychange', lookWhenSeen);
    const unwatch = watchSessionExtended(() => void look());
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookWhenSeen);
      unwatch();
    };
  }, []);

  const extend = async () => {
    take.current(await api(extendSession, {}));
    tellSessionExtended();
  };
  return { warning, extend };
}
