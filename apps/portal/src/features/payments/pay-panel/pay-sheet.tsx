import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseButton } from '../../../ui/dialog/close-button.tsx';
import { Notices } from '../../../ui/message/notices.tsx';
import styles from './pay-sheet.module.css';

/** In one file with the sheet: the name of a further file would cost every reader of the bill. */
export { PartChoice } from './part-choice.tsx';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** The ways to pay. They are drawn while the sheet is closed too, so that the wallets are there when it opens. */
  children: ReactNode;
}

/** A modal dialog at the foot of a phone's screen. Escape, the cross and the ground above it close it. */
export function PaySheet({ title, isOpen, onClose, children }: Props) {
  const titleId = useId();
  const sheet = useRef<HTMLDialogElement>(null);

  // Runs before the problem that closes the sheet takes the focus: an element behind an open dialog can't take it.
  useLayoutEffect(() => {
    const element = sheet.current;
    if (!isOpen) return undefined;
    element?.showModal();
    // Screen readers then begin with the amount. The browser would choose the cross.
    element?.focus();
    return () => element?.close();
  }, [isOpen]);

  return (
    // A click on the ground above it closes it too. The keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-labelledby={titleId}
      tabIndex={-1}
      // Also if this page has closed it: then it is not to be open any more, and nobody needs to be told.
      onClose={() => {
        if (isOpen && !sheet.current?.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === sheet.current) onClose();
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {children}
      </div>
      {isOpen && <Notices />}
    </dialog>
  );
}
