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
 * text's height can change without scrolling. A read text stays read; a changed text must be read again.
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
