import type { PointGroup } from 'signature_pad';

/** The size of a signature (AGR-6). A narrower pad keeps the proportions. */
export const signatureWidth = 500;
export const signatureHeight = 300;

/** Width beside the pad in its wrapper, in px. */
const besidePad = 30;

/** Returns the width of a pad in a wrapper (decision C2.54). */
export const padWidthIn = (wrapperWidth: number): number =>
  Math.max(0, Math.min(signatureWidth, Math.floor(wrapperWidth) - besidePad));

/** Returns the height of a pad. All pads have the proportions of a full one. */
export const padHeightOf = (width: number): number => (width * signatureHeight) / signatureWidth;

/**
 * Half the line width, which is how the library counts. A line is never thinner than 5 px on a full-width pad
 * (decision C2.53).
 */
const pen = { minWidth: 2.5, maxWidth: 4, dotSize: 3.25 };

/** Returns the pen for a pad. Its line is as thick in proportion as on a full-width pad. */
export const penOn = (width: number): typeof pen => scalePen(pen, width / signatureWidth);

/** Scales strokes to a pad of another size. It scales times too, because the pen's speed decides the line width. */
export function scaleStrokes(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    ...scalePen(stroke, factor),
    points: stroke.points.map((point) => ({
      ...point,
      x: point.x * factor,
      y: point.y * factor,
      time: point.time * factor,
    })),
  }));
}

const scalePen = ({ minWidth, maxWidth, dotSize }: typeof pen, factor: number): typeof pen => ({
  minWidth: minWidth * factor,
  maxWidth: maxWidth * factor,
  dotSize: dotSize * factor,
});

const fewestPoints = 5;
const shortestPx = 20;

/**
 * Checks if the strokes are too short for a signature (decision C2.53).
 * @param strokes in the size of a full-width pad
 */
export function isTooShort(strokes: readonly Pick<PointGroup, 'points'>[]): boolean {
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke.points), 0);
  return points < fewestPoints || length < shortestPx;
}

type Place = Pick<PointGroup['points'][number], 'x' | 'y'>;

function lengthOf(points: readonly Place[]): number {
  return points.slice(1).reduce((sum, { x, y }, place) => {
    const before = points[place] as Place;
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}
