import { paperTexts } from '../../providers/pdf/paper-text.ts';
import type { PaperData } from '../../providers/pdf/typesetter.ts';
import { aboutPaper } from '../letters/letters.exports.ts';
import type { SpecimenOrder } from './paper-order.types.ts';

/** Makes the data for papers/specimen.typ. */
export function specimenData(order: SpecimenOrder, missing: ReadonlySet<string>): PaperData {
  const set = paperTexts(order.language, missing);
  const { title, lines, signature } = order;
  const shown = { heading: set(title), lines: lines.map(set), signedBy: signature?.name ?? null };
  const pictures = new Map(signature ? [['signature.png', signature.content]] : []);
  return { data: { ...aboutPaper(order), ...shown }, pictures };
}
