import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  /** The document's title. The portal's title follows it. */
  title: string;
  /** The visible heading, if it is longer than the title. */
  heading?: string;
  /** One line under the title. */
  children?: ReactNode;
  /** Stands at the end of the title's line. */
  aside?: ReactNode;
}

let isFirstPage = true;

let titleOfDrawing = '';

/** Returns the title of the page that the server has drawn last. It draws one page at a time. */
export const drawnTitle = (): string => titleOfDrawing;

/** Forgets the title before the server draws the next page. */
export const forgetTitle = (): void => noteTitle('');

const noteTitle = (title: string) => {
  titleOfDrawing = title;
};

/** The page's only h1. After a navigation it takes the focus, so that screen readers announce the page. */
export function PageHeading({ title, heading = title, children, aside }: PageHeadingProps) {
  const { portalTitle } = useTenant();
  const element = useRef<HTMLHeadingElement>(null);
  const fullTitle = `${title} · ${portalTitle}`;
  if (import.meta.env.SSR) noteTitle(fullTitle);

  useEffect(() => {
    document.title = fullTitle;
  }, [fullTitle]);

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
