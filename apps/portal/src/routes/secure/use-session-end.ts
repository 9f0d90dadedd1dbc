import { extendSession, getSessionEnd, type SessionEnd } from '@quayside/contract/identity.ts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { endLostSession, tellSessionExtended, watchSessionExtended } from '../../lib/session.ts';

const second = 1_000;
/** Decision C4.3. */
const warnBefore = 120 * second;
/** After the page has loaded: its own first calls have just put the end off. */
const firstLook = 5 * second;
/** A computer that slept has late timers. */
const longestWait = 60 * 60 * second;
/** While the warning stands, and where the server could not be asked: somebody may go on in another tab. */
const shortWait = 15 * second;

export interface SessionWarning {
  /** By this browser's clock, in milliseconds. */
  endsAt: number;
  canBeExtended: boolean;
}

/** When to warn that the session ends. The server is asked, which doesn't put the end off; what a reader does, does. */
export function useSessionEnd() {
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
      if (secondsLeft === null) return endLostSession();
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
