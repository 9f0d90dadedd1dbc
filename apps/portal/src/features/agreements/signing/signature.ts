import type { SigningMethod } from '@quayside/contract/agreement-signing.ts';
import type { PointGroup } from 'signature_pad';
import { imageOfName, imageOfStrokes } from './signature-image.ts';
import { isTooShort } from './strokes.ts';

/** The drawn and the typed signature. Each keeps its content while the other one is shown. */
export interface Signature {
  method: SigningMethod;
  /** The strokes, in the size of a full-width pad. */
  strokes: readonly PointGroup[];
  name: string;
}

/** Checks if anything was drawn or typed. */
export const exists = ({ method, strokes, name }: Signature): boolean =>
  method === 'drawn' ? strokes.length > 0 : name.trim() !== '';

const shortestName = 2;

/** Checks if there is enough for a signature. */
export const isUsable = ({ method, strokes, name }: Signature): boolean =>
  method === 'drawn' ? !isTooShort(strokes) : name.trim().length >= shortestName;

/** Returns the image that is stored. Both ways give the same kind of image. */
export const imageOf = async ({ method, strokes, name }: Signature): Promise<string> =>
  method === 'drawn' ? imageOfStrokes(strokes) : imageOfName(name.trim());
