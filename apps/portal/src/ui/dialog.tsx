import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';

/** Widths of SHELL-18: 1140, 800 and 1000 px at most, and 520 for a question; the whole screen under 768. */
export type DialogSize = 'extra-large' | 'large' | 'popup' | 'question';

export interface DialogProps {
  title: string;
  size?: DialogSize;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, which stays in sight. */
  footer?: ReactNode;
  /** Nothing in it takes the focus, so that who has no mouse scrolls it by focusing it. */
  isReading?: boolean;
}

/** The browser's own modal dialog, open while it is drawn: it keeps focus inside and gives it back. */
export function Dialog({ title, size = 'popup', onClose, children, footer, isReading = false }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className={styles.close} onClick={onClose} aria-label={t('general.close')}>
          <IconX size={20} aria-hidden="true" />
        </button>
      </header>
      <div className={styles.body} {...(isReading ? { tabIndex: 0, role: 'region', 'aria-labelledby': titleId } : {})}>
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </dialog>
  );
}
