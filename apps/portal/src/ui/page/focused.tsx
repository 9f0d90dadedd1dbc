import { type ReactNode, useEffect, useRef } from 'react';
import styles from './focused.module.css';

/**
 * Content that replaces a focused element. It takes the focus, so that screen readers announce it and continue from
 * there.
 */
export function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      {children}
    </div>
  );
}
