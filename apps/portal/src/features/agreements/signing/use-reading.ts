import { type RefObject, useEffect, useRef, useState } from 'react';
import { hasItsPictures, showsEnd } from './reading.ts';

const lookMs = 100;

export interface Reading {
  /** Of the box that scrolls. */
  box: RefObject<HTMLElement | null>;
  isRead: boolean;
  /** The reader says so: who hears the text needn't scroll it. */
  confirm: () => void;
}

/**
 * The rule of reading: nothing to read, or its end was in sight once. Looked at every 100 ms, since a text gets longer
 * and shorter without being scrolled, too. What was read stays read; another text has to be read anew.
 */
export function useReading(text: string): Reading {
  const box = useRef<HTMLElement>(null);
  const [read, setRead] = useState<string>();
  const isRead = text === '' || read === text;

  useEffect(() => {
    if (isRead) return undefined;
    const timer = setInterval(() => {
      if (box.current && showsEnd(box.current) && hasItsPictures(box.current)) setRead(text);
    }, lookMs);
    return () => clearInterval(timer);
  }, [isRead, text]);

  return { box, isRead, confirm: () => setRead(text) };
}
