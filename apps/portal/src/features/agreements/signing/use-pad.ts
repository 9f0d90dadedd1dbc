import { type RefObject, useEffect, useRef, useState } from 'react';
import type Pad from 'signature_pad';
import type { PointGroup } from 'signature_pad';
import { ink } from './signature-image.ts';
import { padHeightOf, padWidthIn, penOn, scaleStrokes, signatureWidth } from './strokes.ts';

interface Options {
  /** The strokes, in the size of a full-width pad. */
  strokes: readonly PointGroup[];
  onChange: (strokes: readonly PointGroup[]) => void;
  /** False: the pad takes no strokes. */
  isActive: boolean;
}

/** A canvas in a wrapper to draw on. It shows the strokes sharply at every size and pixel ratio. */
export function usePad({ strokes, onChange, isActive }: Options) {
  const wrapper = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, ratio } = usePadSize(wrapper);
  const library = useLibrary(isActive || strokes.length > 0);

  useEffect(() => {
    const element = canvas.current;
    if (!element || !library || width === 0) return undefined;
    element.width = Math.round(width * ratio);
    element.height = Math.round(padHeightOf(width) * ratio);
    element.getContext('2d')?.scale(ratio, ratio);
    // Throttling is off, because it would drop the end of a quick stroke.
    const pad = new library.Pad(element, { ...penOn(width), penColor: ink, minDistance: 2, throttle: 0 });
    pad.fromData(scaleStrokes(strokes, width / signatureWidth));
    pad.addEventListener('endStroke', () => onChange(scaleStrokes(pad.toData(), signatureWidth / width)));
    if (!isActive) pad.off();
    return () => pad.off();
  }, [strokes, onChange, isActive, library, width, ratio]);

  return {
    wrapper,
    canvas,
    size: { width, height: padHeightOf(width) },
    /** True if the pad takes strokes. */
    isReady: isActive && library !== undefined,
  };
}

/** Loads the drawing library when it is needed. Most readers read the agreement first. */
function useLibrary(isWanted: boolean) {
  const [library, setLibrary] = useState<{ Pad: typeof Pad }>();
  useEffect(() => {
    if (isWanted) void import('signature_pad').then((loaded) => setLibrary({ Pad: loaded.default }));
  }, [isWanted]);
  return library;
}

function usePadSize(wrapper: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, ratio: 1 });
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    const measure = () => {
      const next = { width: padWidthIn(element.clientWidth), ratio: devicePixelRatio };
      setSize((now) => (now.width === next.width && now.ratio === next.ratio ? now : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Follows zooming, and a window that moves to another screen.
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [wrapper]);
  return size;
}
