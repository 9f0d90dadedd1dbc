import type { SigningMethod } from '@quayside/contract/agreement-signing.ts';
import { useState } from 'react';
import type { PointGroup } from 'signature_pad';
import type { FormModel } from '../../../ui/use-form.ts';
import type { Signature } from './signature.ts';
import type { SignerValues } from './signer-values.ts';

export interface SignatureModel {
  signature: Signature;
  choose: (method: SigningMethod) => void;
  /** Has the strokes on a pad of full width; always the same function. */
  draw: (strokes: readonly PointGroup[]) => void;
  clear: () => void;
}

const blank: readonly PointGroup[] = [];

/** The signature that is being made, by the way that is chosen. */
export function useSignature(form: FormModel<SignerValues>): SignatureModel {
  const [method, choose] = useState<SigningMethod>('drawn');
  const [strokes, draw] = useState(blank);
  const clear = () => {
    draw(blank);
    form.setFieldValue('typedName', '');
  };
  return { signature: { method, strokes, name: form.values.typedName }, choose, draw, clear };
}
