import type { PointGroup } from 'signature_pad';
import { scaleStrokes, signatureHeight, signatureWidth } from './strokes.ts';

/** Dark on white as on paper, in the portal's light and dark colours. */
export const ink = '#0b2239';
const paper = '#ffffff';

/** Pixels of the image for each pixel of the pad. The image is sharp on paper and the same from every screen. */
const sharpness = 2;

/** Loads the drawing library, apart from the page. */
export const loadPad = () => import('signature_pad');

/** Returns the drawn strokes as the image that is stored. */
export async function imageOfStrokes(strokes: readonly PointGroup[]): Promise<string> {
  const { default: Pad } = await loadPad();
  const { canvas, context } = blankPaper();
  context.scale(sharpness, sharpness);
  const pad = new Pad(canvas, { backgroundColor: paper });
  pad.fromData(scaleStrokes(strokes, 1));
  pad.off();
  return canvas.toDataURL('image/png');
}

const handwriting = '"Segoe Script", "Snell Roundhand", "Bradley Hand", "Brush Script MT", cursive';
const largestLetters = 120;
const widestName = signatureWidth * sharpness * 0.9;

/** Returns a name written in one line, as the same kind of image. */
export function imageOfName(name: string): string {
  const { canvas, context } = blankPaper();
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `italic ${largestLetters}px ${handwriting}`;
  const { width } = context.measureText(name);
  if (width > widestName) context.font = `italic ${(largestLetters * widestName) / width}px ${handwriting}`;
  context.fillText(name, canvas.width / 2, canvas.height / 2);
  return canvas.toDataURL('image/png');
}

function blankPaper() {
  const canvas = document.createElement('canvas');
  canvas.width = signatureWidth * sharpness;
  canvas.height = signatureHeight * sharpness;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas to draw on');
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, context };
}
