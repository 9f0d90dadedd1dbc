import type { SigningMethod } from '@quayside/contract/agreement-signing.ts';
import type { PointGroup } from 'signature_pad';
import { imageOfName, imageOfStrokes } from './signature-image.ts';
import { isTooShort } from './strokes.ts';

/** What was drawn and what was typed: each way keeps its own while the other is looked at. */
export interface Signature {
  method: SigningMethod;
  /** On a pad of full width. */
  strokes: readonly PointGroup[];
  name: string;
}

/** Anything was drawn or typed. */
export const exists = ({ method, strokes, name }: Signature): boolean =>
  method === 'drawn' ? strokes.length > 0 : name.trim() !== '';

const shortestName = 2;

/** Enough was drawn or typed to be a signature. */
export const isUsable = ({ method, strokes, name }: Signature): boolean =>
  method === 'drawn' ? !isTooShort(strokes) : name.trim().length >= shortestName;

/** As it is stored: the same kind of image, whichever way it was made. */
export const imageOf = async ({ method, strokes, name }: Signature): Promise<string> =>
  method === 'drawn' ? imageOfStrokes(strokes) : imageOfName(name.trim());
