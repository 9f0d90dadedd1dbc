import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import styles from './micro-app-frame.module.css';
import { type FramedApp, useFramedApp } from './use-framed-app.ts';

export interface MicroAppFrameProps extends FramedApp {
  /** The name of the part, for screen readers and messages. */
  title: string;
  isInDialog?: boolean;
}

/** A partner's app in its own frame, or the failure with another try. */
export function MicroAppFrame(props: MicroAppFrameProps) {
  const [attempt, setAttempt] = useState(1);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ title, isInDialog = false, onRetry, ...app }: MicroAppFrameProps & { onRetry: () => void }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const { src, phase } = useFramedApp(frame, app);
  if (phase === 'failed') return <AppFailure title={title} onRetry={onRetry} />;
  return (
    <div className={styles.place} data-in-dialog={isInDialog || undefined}>
      {phase === 'slow' && <Alert kind="info">{t('microApps.stillLoading', { title })}</Alert>}
      {phase === 'loading' && (
        <div className={styles.skeleton}>
          <LoadingSkeleton heights={[36, 160, 160]} />
        </div>
      )}
      {/* The app keeps its own origin, which identifies its messages. That is never the portal's origin, so it
          can't leave the sandbox. */}
      <iframe
        ref={frame}
        src={src}
        title={title}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
        className={styles.frame}
        data-waits={phase === 'loading' || undefined}
      />
    </div>
  );
}

/** Tells that an app could not be loaded. */
export function AppFailure({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <Alert
      kind="error"
      title={t('microApps.notLoaded', { title })}
      action={
        <ActionButton variant="default" processing={t('general.retrying')} onAction={onRetry}>
          {t('general.retry')}
        </ActionButton>
      }
    >
      <p>{t('microApps.down')}</p>
    </Alert>
  );
}
