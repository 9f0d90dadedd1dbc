import { useEffect, useState, useRef } from 'react';
import { extendSession, getSessionEnd, type SessionEnd } from '@quayside/contract/identity.ts';
import {
  endLostSession,
  signOutEverywhere,
  tellSessionExtended,
  watchSessionExtended,
} from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './layout.module.css';
import { api } from '../../../lib/calls/api.ts';

/** Warns two minutes before the session ends, and lets the reader stay (decision C4.3). */
export function SessionEndWarning() {
  const { warning, extend } = useSessionEnd();
  return warning && <Warning warning={warning} onExtend={extend} />;
}

/** The seconds at which a screen reader announces the rest. Announcing each second would drown the page. */
const spokenAt = [120, 60, 30, 10];

function Warning({ warning, onExtend }: { warning: SessionWarning; onExtend: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  const left = useSecondsUntil(warning.endsAt);
  const spoken = spokenAt.findLast((seconds) => left <= seconds) ?? left;
  const { canBeExtended } = warning;
  if (isHidden) return null;
  return (
    <Dialog
      title={t('sessionEnd.title')}
      size="question"
      onClose={() => (canBeExtended ? void onExtend() : setHidden(true))}
      footer={
        <>
          <ActionButton variant="default" processing={t('header.signingOut')} onAction={signOutEverywhere}>
            {t('sessionEnd.signOut')}
          </ActionButton>
          {canBeExtended ? (
            <ActionButton processing={t('sessionEnd.staying')} onAction={onExtend}>
              {t('sessionEnd.stay')}
            </ActionButton>
          ) : (
            <ActionButton onAction={endLostSession}>{t('sessionEnd.again')}</ActionButton>
          )}
        </>
      }
    >
      <p>{t(canBeExtended ? 'sessionEnd.text' : 'sessionEnd.textFinal')}</p>
      <p className={styles.clock} role="timer">
        {clock(left)}
      </p>
      <div aria-live="polite">
        <VisuallyHidden>{t('sessionEnd.left', { count: spoken })}</VisuallyHidden>
      </div>
    </Dialog>
  );
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((instant - now) / 1_000));
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

interface SessionWarning {
  /** In milliseconds of this browser's clock. */
  endsAt: number;
  canBeExtended: boolean;
}

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
