import { type RefObject, useEffect, useRef, useState } from 'react';
import { hasItsPictures, showsEnd } from './reading.ts';

const lookMs = 100;

export interface Reading {
  /** The box that scrolls. */
  box: RefObject<HTMLElement | null>;
  isRead: boolean;
  /** The reader confirms it. Screen reader users needn't scroll the text. */
  confirm: () => void;
}

/**
 * Decides if the text is read: there is no text, or its end was visible once. It checks every 100 ms, because a
 * text's height can change without scrolling. A read text stays read. If it changes, or the facts beside it do, it must
 * be read again.
 * @param shown the hash of the text and of these facts
 */
export function useReading({ hasText, shown }: { hasText: boolean; shown: string | null }): Reading {
  const box = useRef<HTMLElement>(null);
  const [read, setRead] = useState<string | null>();
  const isRead = !hasText || read === shown;

  useEffect(() => {
    if (isRead) return undefined;
    const timer = setInterval(() => {
      if (box.current && showsEnd(box.current) && hasItsPictures(box.current)) setRead(shown);
    }, lookMs);
    return () => clearInterval(timer);
  }, [isRead, shown]);

  return { box, isRead, confirm: () => setRead(shown) };
}
