import { type ReactNode, type Ref, useMemo } from 'react';
import { type AllowedHtml, drawHtml } from './draw-html.ts';
import styles from './foreign-document.module.css';

const plain = ['dir', 'lang'];
const cell = [...plain, 'colspan', 'rowspan'];
const names = `h1 h2 h3 h4 h5 h6 p div blockquote pre br hr ul li dl dt dd b strong i em u s del ins sub sup small code
  table caption thead tbody tfoot tr`;
const allowed: AllowedHtml = {
  ...Object.fromEntries(names.split(/\s+/).map((name) => [name, plain])),
  a: [...plain, 'href'],
  img: ['src', 'alt'],
  ol: [...plain, 'start'],
  td: cell,
  th: [...cell, 'scope'],
};

/** A link must not take the reader away from the document that they are about to sign. */
const linkProps = { rel: 'noopener noreferrer nofollow', target: '_blank' };

interface Props {
  /** The HTML as the server cleaned it. */
  html: string;
  /** Names the document for screen readers. */
  label: string;
  /** True for a text that was read before. It is as long as it is, and doesn't scroll by itself. */
  isWhole?: boolean;
  /** The box that scrolls. */
  ref?: Ref<HTMLElement> | undefined;
  /** Our own content at the end of the text. */
  children?: ReactNode;
}

/**
 * A document that others wrote, in a box that it can't leave. It is part of the page and not a frame. So it grows
 * with the reader's text size, screen readers read it in place, and the keyboard scrolls it.
 */
export function ForeignDocument({ html, label, isWhole = false, ref, children }: Props) {
  const nodes = useMemo(() => drawHtml(html, allowed, linkProps), [html]);
  return (
    // If it scrolls, the keyboard must be able to focus it.
    <section
      className={styles.box}
      data-whole={isWhole || undefined}
      aria-label={label}
      tabIndex={isWhole ? undefined : 0}
      ref={ref}
    >
      {/* Its own letters decide its direction, not the reader's language. */}
      <div className={styles.sheet} dir="auto">
        {nodes}
      </div>
      {children}
    </section>
  );
}
