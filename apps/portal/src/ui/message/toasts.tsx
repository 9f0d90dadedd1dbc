import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { dismissToast, useToasts } from '../../lib/toasts.ts';
import type { Toast, ToastKind } from '../../lib/toasts.ts';
import styles from './toasts.module.css';

const life = 3000;

const icons: Record<ToastKind, typeof IconX> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  error: IconAlertTriangle,
};

/**
 * The toasts at the top of the screen, over its full width (SHELL-10). An open dialog has a region of its own, which
 * shows them instead: nothing outside a modal dialog is announced or can be pressed.
 */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    const region = box.current;
    // Without popovers, as before Safari 17, the region is above the page, and an open dialog has one of its own.
    if (region?.showPopover === undefined) return;
    region.popover = 'manual';
    // Opened again for each toast, because the newest popover is above a dialog that opened in between.
    region.hidePopover();
    region.showPopover();
  }, [toasts.length]);

  // The region must exist before its text, or screen readers don't announce the text. A closed popover does not.
  return (
    <div aria-live="polite">
      {toasts.length > 0 && (
        <section ref={box} className={styles.toasts} aria-label={t('toasts.label')}>
          {toasts.map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
        </section>
      )}
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const { close, ...hold } = useLife(toast);
  const Icon = icons[toast.kind];
  return (
    <div className={styles.toast} data-kind={toast.kind} role={toast.kind === 'error' ? 'alert' : 'status'} {...hold}>
      <Icon size={22} aria-hidden="true" />
      <div className={styles.text}>
        {toast.title && <strong>{toast.title}</strong>}
        <span>{toast.message}</span>
        {toast.reference && <small>{t('general.reference', { reference: toast.reference })}</small>}
      </div>
      {toast.count > 1 && <span className={styles.count}>{t('toasts.times', { times: toast.count })}</span>}
      <button type="button" className={styles.close} onClick={close} aria-label={t('toasts.close')}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Removes a toast after its time. The time stops while the pointer or the focus is on it. */
function useLife(toast: Toast) {
  const [held, setHeld] = useState(false);
  const left = useRef(life);
  const before = useRef<HTMLElement>(null);

  useEffect(() => {
    if (held) return;
    const started = Date.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(500, left.current - (Date.now() - started));
    };
  }, [held, toast.id]);

  return {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: (event: React.FocusEvent) => {
      before.current = event.relatedTarget as HTMLElement | null;
      setHeld(true);
    },
    onBlur: () => setHeld(false),
    /** Gives the focus back to where it came from. Otherwise it would be lost with the toast. */
    close: () => {
      before.current?.focus();
      dismissToast(toast.id);
    },
  };
}
