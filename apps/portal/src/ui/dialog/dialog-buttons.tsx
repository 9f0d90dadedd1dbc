import type { ReactNode } from 'react';
import styles from './dialog-buttons.module.css';

/** The buttons of a dialog's form. They stay visible while its fields scroll. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
);
