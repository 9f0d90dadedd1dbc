import { useEffect, useState } from 'react';
import { endLostSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../../ui/message/failure-alert.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './layout.module.css';
import { useSignOut } from './use-sign-out.ts';

export interface SessionWarning {
  /** In milliseconds of this browser's clock. */
  endsAt: number;
  canBeExtended: boolean;
}

/** The seconds at which a screen reader announces the rest. Announcing each second would drown the page. */
const spokenAt = [120, 60, 30, 10];

/** The countdown to the end of the session, and the ways to stay or leave. */
export function SessionEndDialog({ warning, onExtend }: { warning: SessionWarning; onExtend: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  const signOut = useSignOut();
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
          {canBeExtended ? (
            <ActionButton processing={t('sessionEnd.staying')} onAction={onExtend}>
              {t('sessionEnd.stay')}
            </ActionButton>
          ) : (
            <ActionButton onAction={endLostSession}>{t('sessionEnd.again')}</ActionButton>
          )}
          <ActionButton variant="default" processing={t('header.signingOut')} onAction={signOut.run}>
            {t('sessionEnd.signOut')}
          </ActionButton>
        </>
      }
    >
      <FailureAlert failure={signOut.failure} />
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
