import type { SigningMethod } from '@quayside/contract/agreements/agreement-signing.ts';
import { useState } from 'react';
import type { PointGroup } from 'signature_pad';
import type { FormModel } from '../../../ui/form/use-form.ts';
import { imageOfName, imageOfStrokes } from './signature-image.ts';
import { isTooShort } from './strokes.ts';

export interface SignatureModel {
  signature: Signature;
  choose: (method: SigningMethod) => void;
  /** Gets the strokes, in the size of a full-width pad. The function never changes. */
  draw: (strokes: readonly PointGroup[]) => void;
  clear: () => void;
}

const blank: readonly PointGroup[] = [];

/** The state of the signature, in the chosen way. */
export function useSignature(form: FormModel<SignerValues>): SignatureModel {
  const [method, choose] = useState<SigningMethod>('drawn');
  const [strokes, draw] = useState(blank);
  const clear = () => {
    draw(blank);
    form.setFieldValue('typedName', '');
  };
  return { signature: { method, strokes, name: form.values.typedName }, choose, draw, clear };
}

/** The drawn and the typed signature. Each keeps its content while the other one is shown. */
export interface Signature {
  method: SigningMethod;
  /** The strokes, in the size of a full-width pad. */
  strokes: readonly PointGroup[];
  name: string;
}

/** Checks if anything was drawn or typed. */
export const isStarted = ({ method, strokes, name }: Signature): boolean =>
  method === 'drawn' ? strokes.length > 0 : name.trim() !== '';

const shortestName = 2;

/** Checks if there is enough for a signature. */
export const isUsable = ({ method, strokes, name }: Signature): boolean =>
  method === 'drawn' ? !isTooShort(strokes) : name.trim().length >= shortestName;

/** Returns the image that is stored. Both ways give the same kind of image. */
export const imageOf = async ({ method, strokes, name }: Signature): Promise<string> =>
  method === 'drawn' ? imageOfStrokes(strokes) : imageOfName(name.trim());

/** The values that a signer types. */
export interface SignerValues {
  email: string;
  /** The code that was mailed to an address that the marina doesn't know. */
  emailCode: string;
  fullName: string;
  /** Replaces a drawn signature. */
  typedName: string;
}
