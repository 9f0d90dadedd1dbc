import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTenant } from '../lib/tenant.ts';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  /** The document's title, with the portal's behind it. */
  title: string;
  /** What the page shows where that is longer than its title. */
  heading?: string;
  /** Under the title: one line. */
  children?: ReactNode;
  /** Beside the title, at its end. */
  aside?: ReactNode;
}

let isFirstPage = true;

/** The page's one h1. Coming from another page, focus starts here, so that readers hear where they are. */
export function PageHeading({ title, heading = title, children, aside }: PageHeadingProps) {
  const { portalTitle } = useTenant();
  const element = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${portalTitle}`;
  }, [title, portalTitle]);

  useEffect(() => {
    if (!isFirstPage) element.current?.focus();
    isFirstPage = false;
  }, []);

  return (
    <div className={styles.heading}>
      <div>
        <h1 ref={element} tabIndex={-1}>
          {heading}
        </h1>
        {children && <div className={styles.line}>{children}</div>}
      </div>
      {aside}
    </div>
  );
}
