import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Notices } from '../message/notices.tsx';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';

/**
 * The widths of SHELL-18: at most 1140 and 800 px, and 1000 for a popup and a question. Below 768 px a dialog fills the
 * screen, but a question is only as high as its text.
 */
export type DialogSize = 'extra-large' | 'large' | 'popup' | 'question';

export interface DialogProps {
  title: string;
  size?: DialogSize;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, which always stay visible. The first one destroys least: it gets the focus. */
  footer?: ReactNode;
  /** The content has nothing to focus. The body itself takes the focus, so that the keyboard can scroll it. */
  isReading?: boolean;
}

/** A field of ours, or the place of a frame with one. */
const field = ':is(input, select, textarea, [data-frame]):not([type=hidden], [type=radio]:not(:checked), :disabled)';

/**
 * Returns the element that gets the focus when a dialog opens: its text to read, its first field, or the least
 * destructive button of its question, which is the first one below it. The browser would choose the close button.
 */
function firstFocus(dialog: HTMLDialogElement): HTMLElement {
  for (const wanted of [`.${styles.body}[role=region]`, `.${styles.body} ${field}`, `.${styles.footer} button`]) {
    const found = dialog.querySelector<HTMLElement>(wanted);
    if (found) return found;
  }
  // Screen readers then begin with the title.
  return dialog;
}

function open(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  if (dialog) firstFocus(dialog).focus();
}

/** The browser's own modal dialog, open while mounted. It keeps the focus inside and returns it. */
export function Dialog({ title, size = 'popup', onClose, children, footer, isReading = false }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Runs before the element leaves the document: only an element in the document returns the focus when it closes.
  useLayoutEffect(() => {
    const element = dialog.current;
    open(element);
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={titleId}
      tabIndex={-1}
      onCancel={(event) => {
        // A field tells in the same words that its chooser of files was closed.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      // Chrome closes it at the second Escape or Back of a phone, although the page has refused the first. A dialog
      // that is still drawn, such as that of a running payment, stays open.
      onClose={() => {
        // DANGER: the effect above closes it too, and a busy browser tells so only after the dialog is gone. Its reader
        // has closed nothing: this must not end a payment. In development, React runs that effect twice.
        if (dialog.current === null || dialog.current.open) return;
        onClose();
        open(dialog.current);
      }}
    >
      {/* No header and footer elements, because they would be landmarks of the page. */}
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <div className={styles.body} {...(isReading ? { tabIndex: 0, role: 'region', 'aria-labelledby': titleId } : {})}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
      <Notices />
    </dialog>
  );
}
