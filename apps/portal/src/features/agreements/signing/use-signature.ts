import type { SigningMethod } from '@quayside/contract/agreement-signing.ts';
import { useState } from 'react';
import type { PointGroup } from 'signature_pad';
import type { FormModel } from '../../../ui/form/use-form.ts';
import type { Signature } from './signature.ts';
import type { SignerValues } from './signer-values.ts';

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
