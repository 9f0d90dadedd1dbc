import { type RefObject, useEffect, useRef, useState } from 'react';
import { hasItsPictures, showsEnd } from './reading.ts';

const lookMs = 100;

export interface Reading {
  /** The box that scrolls. */
  box: RefObject<HTMLElement | null>;
  isRead: boolean;
  /** The reader confirms it, or takes that back: nobody needs to scroll the text, and a PDF has no box. */
  confirm: (isRead: boolean) => void;
}

/**
 * Decides if the agreement is read: there is nothing to read, or the end of its text was visible once. It checks every
 * 100 ms, because a text's height can change without scrolling. A read text stays read. If it changes, or the facts
 * beside it do, it must be read again.
 * @param shown the hash of what is read and of these facts
 */
export function useReading({ isEmpty, shown }: { isEmpty: boolean; shown: string | null }): Reading {
  const box = useRef<HTMLElement>(null);
  const [read, setRead] = useState<string | null>();
  const isRead = isEmpty || read === shown;

  useEffect(() => {
    if (isRead) return undefined;
    const timer = setInterval(() => {
      if (box.current && showsEnd(box.current) && hasItsPictures(box.current)) setRead(shown);
    }, lookMs);
    return () => clearInterval(timer);
  }, [isRead, shown]);

  return { box, isRead, confirm: (confirmed) => setRead(confirmed ? shown : undefined) };
}
