import { randomBytes } from 'node:crypto';
import { eciOf } from './test-cards.ts';

export type ThreeDResult = 'Y' | 'A' | 'N' | 'U' | 'E' | 'R' | 'C' | 'D';

/** Returns the fields of a known result: the indicator, and a proof if there is one. */
export function proofOf(cardType: string, result: ThreeDResult): { eci?: number; cavv?: string } {
  if (result === 'C' || result === 'D' || result === 'E') return {};
  const eci = eciOf(cardType, result);
  return result === 'Y' || result === 'A' ? { eci, cavv: randomBytes(20).toString('base64') } : { eci };
}
