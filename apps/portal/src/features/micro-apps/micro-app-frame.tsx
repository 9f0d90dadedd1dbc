import { type AnyRouter, type ParsedLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { frameUrl } from './app-address.ts';
import type { FromApp, ToApp } from './app-messages.ts';
import type { MicroAppPart } from './micro-app.ts';
import styles from './micro-app-frame.module.css';
import { openApp, tellApp } from './open-apps.ts';
import { tellAppFailure } from './use-micro-apps.ts';

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

/** A frame without a report is shown after the first time, and has failed after the second (decision C4.18). */
const shownAnywayMs = 10_000;
const givenUpMs = 30_000;

interface FramedApp {
  appId: string;
  part: MicroAppPart;
  /** Parameters for the app, from the portal's address. */
  params: Readonly<Record<string, string>>;
  /** The customer's site. */
  siteId: number | undefined;
  onPay: (orderId: number) => void;
}

type Phase = 'loading' | 'slow' | 'loaded' | 'failed';

type Frame = RefObject<HTMLIFrameElement | null>;

/** Manages a frame on the screen: its address, its loading phase, and the messages with it. */
function useFramedApp(frame: Frame, app: FramedApp): { src: string; phase: Phase } {
  const { language } = useTranslation().i18n;
  const first = useFirst(app);
  const { phase, report } = usePhase();
  const hasReported = phase === 'loaded';
  const { part, onPay } = app;
  const origin = new URL(part.url).origin;
  const tell = (message: ToApp) => {
    if (frame.current) tellApp({ frame: frame.current, origin }, message);
  };
  const restoreLocation = useLocationChanges((restores) => {
    if (hasReported) tell({ type: 'parentLocationChange', restoreLocation: restores });
  });

  const hear = (message: FromApp) => {
    if (message.type === 'redirectToPayment') return onPay(message.orderId);
    if (!hasReported) tell({ type: 'parentLocationChange', restoreLocation });
    // Each page of the app reports. The frame's address may still carry the earlier language.
    if (language !== first.language) tell({ type: 'languageChanged', language });
    return report();
  };
  useOpenApp(frame, { ...app, isThere: phase !== 'failed' }, hear);

  const tellLanguage = useEffectEvent(() => {
    if (hasReported) tell({ type: 'languageChanged', language });
  });
  const sentLanguage = useRef(language);
  useEffect(() => {
    if (sentLanguage.current !== language) tellLanguage();
    sentLanguage.current = language;
  }, [language]);

  return { src: first.src, phase };
}

/**
 * Returns the frame's first address. It never changes, because a new one would lose the app's state. Messages tell
 * the app about changes.
 */
function useFirst({ part, params, siteId }: FramedApp): { language: string; src: string } {
  const { key: tenantKey } = useTenant();
  const { language } = useTranslation().i18n;
  const [first] = useState(() => {
    const parentUrl = location.origin + location.pathname;
    return { language, src: frameUrl(part.url, params, { tenantKey, parentUrl, language, siteId }) };
  });
  return first;
}

function usePhase(): { phase: Phase; report: () => void } {
  const [phase, setPhase] = useState<Phase>('loading');
  const isWaiting = phase === 'loading' || phase === 'slow';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const shown = setTimeout(() => setPhase('slow'), shownAnywayMs);
    const givenUp = setTimeout(() => {
      setPhase('failed');
      tellAppFailure();
    }, givenUpMs);
    return () => {
      clearTimeout(shown);
      clearTimeout(givenUp);
    };
  }, [isWaiting]);
  return { phase, report: () => setPhase('loaded') };
}

function useOpenApp(
  frame: Frame,
  { appId, part, isThere }: FramedApp & { isThere: boolean },
  hear: (message: FromApp) => void,
): void {
  const onMessage = useEffectEvent(hear);
  const { origin } = new URL(part.url);
  useLayoutEffect(() => {
    if (!isThere || !frame.current) return undefined;
    return openApp({ appId, partId: part.id, origin, frame: frame.current, onMessage: (said) => onMessage(said) });
  }, [frame, appId, part.id, origin, isThere]);
}

/**
 * Follows the portal's location while the app stays open: the reader goes back or forward, or opens the app again.
 * @returns true if the reader came back to the app when it was shown
 */
function useLocationChanges(onChange: (restores: boolean) => void): boolean {
  const router = useRouter();
  const shownFor = useRef(keyOf(router.latestLocation));
  const [restores, setRestores] = useState(() => cameBack(keyOf(router.latestLocation)));
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    followReopening(router);
    return router.subscribe('onResolved', ({ toLocation }) => {
      const key = keyOf(toLocation);
      // The same entry: the navigation that led here, or one to another page that was cancelled before it loaded.
      if (key === shownFor.current && wasShown(key)) return;
      shownFor.current = key;
      const isBack = cameBack(key);
      setRestores(isBack);
      changed(isBack);
    });
  }, [router]);
  return restores;
}

const shown = new Set<string>();
let isFirst = true;
let isFollowing = false;

/** Returns the key of an entry of the browser's history. */
const keyOf = ({ state }: Pick<ParsedLocation, 'state'>): string => state.__TSR_key ?? '';

/** Checks if an app was on the screen for an entry of the browser's history, and not opened again since. */
const wasShown = (historyKey: string): boolean => shown.has(historyKey);

/**
 * Checks if an entry of the browser's history was on the screen before: the reader went back or forward to it, or
 * reloaded it. Marks the entry as shown.
 */
function cameBack(historyKey: string): boolean {
  const isBack = wasShown(historyKey) || (isFirst && documentCameBack());
  isFirst = false;
  shown.add(historyKey);
  return isBack;
}

/**
 * Forgets an entry that the reader opens again while it is the current one: its app starts over. It watches from the
 * first app until the document ends: the reader can come back and open the app again before its frame is on the screen.
 */
function followReopening(router: Pick<AnyRouter, 'latestLocation' | 'subscribe'>): void {
  if (isFollowing) return;
  isFollowing = true;
  let current = keyOf(router.latestLocation);
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    const key = keyOf(toLocation);
    if (key === current && fromLocation) shown.delete(key);
    current = key;
  });
}

function documentCameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward' || navigation?.type === 'reload';
}
