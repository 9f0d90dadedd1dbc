import { type ReactNode, useEffect, useRef } from 'react';
import styles from './focused.module.css';

/** What took the place of something that had the focus: it takes it over, so that readers hear it and go on from there. */
export function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      {children}
    </div>
  );
}
