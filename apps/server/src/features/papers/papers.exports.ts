/** The parts of papers that others may use, beside its service. */
export { ownPapersOf, type OwnPapers } from './own-papers.rules.ts';
export type { LetterOrder, PaperOrder } from './paper-order.rules.ts';
