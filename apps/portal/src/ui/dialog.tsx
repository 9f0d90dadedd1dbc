import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
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
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Before it is taken out of the document: only an element that is in it gives the focus back when it closes.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Where something is to be typed, that comes first; the browser would take the button that closes.
    element?.querySelector<HTMLElement>('form input')?.focus();
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
      {/* No header and footer: those would be landmarks of the page. */}
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <div className={styles.body} {...(isReading ? { tabIndex: 0, role: 'region', 'aria-labelledby': titleId } : {})}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </dialog>
  );
}
