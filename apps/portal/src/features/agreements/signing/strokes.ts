import type { PointGroup } from 'signature_pad';

/** The size of a signature (AGR-6). A narrower pad keeps its shape. */
export const signatureWidth = 500;
export const signatureHeight = 300;

/** What stands beside the pad in its wrapper. */
const besidePad = 30;

/** How wide a pad is drawn in a wrapper (decision C2.54). */
export const padWidthIn = (wrapperWidth: number): number =>
  Math.max(0, Math.min(signatureWidth, Math.floor(wrapperWidth) - besidePad));

/** A pad of any width has the shape of a full one. */
export const padHeightOf = (width: number): number => (width * signatureHeight) / signatureWidth;

/** Half a line's width, as the pad counts: never thinner than 5 px on a pad of full width (decision C2.53). */
const pen = { minWidth: 2.5, maxWidth: 4, dotSize: 3.25 };

/** The pen of a pad: compared with the pad as thick as on a full one. */
export const penOn = (width: number): typeof pen => scale(pen, width / signatureWidth);

/** The same strokes on a pad of another size. Their times too: by the pen's speed a line is thick or thin. */
export function scaleStrokes(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    ...scale({ minWidth: stroke.minWidth, maxWidth: stroke.maxWidth, dotSize: stroke.dotSize }, factor),
    points: stroke.points.map((point) => ({
      ...point,
      ...scale({ x: point.x, y: point.y, time: point.time }, factor),
    })),
  }));
}

function scale<Sizes extends Record<string, number>>(sizes: Sizes, factor: number): Sizes {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, size * factor])) as Sizes;
}

const fewestPoints = 5;
const shortestPx = 20;

/**
 * A slip of the pen is no signature (decision C2.53).
 * @param strokes on a pad of full width
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
