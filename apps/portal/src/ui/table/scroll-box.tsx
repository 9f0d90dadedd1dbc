import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './scroll-box.module.css';

interface Props {
  /** Names the content. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Lets a wide table scroll inside its own box instead of the page. If it scrolls, the keyboard can focus it. It is a
 * group and not a region: a section around it may have the same name, and two landmarks must not.
 */
export function ScrollBox({ label, className = '', children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [children]);
  return (
    <div
      ref={box}
      className={`${styles.box} ${className}`}
      {...(scrolls && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
