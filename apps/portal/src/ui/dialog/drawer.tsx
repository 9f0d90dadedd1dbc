import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Notices } from '../message/notices.tsx';
import { CloseButton } from './close-button.tsx';
import styles from './drawer.module.css';

export interface DrawerProps {
  id: string;
  label: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The drawer stands beside the page on a wide screen and over it on a narrow one. A click on one of its links
 * closes it.
 */
export function Drawer({ id, label, open, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Runs before its toasts open: the newest of the two is above the other.
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    // A click on the ground beside it closes it too. The keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      id={id}
      className={styles.drawer}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.panel}>
        <CloseButton onClick={onClose} />
        {children}
      </div>
      {open && <Notices />}
    </dialog>
  );
}
