export { ownPapersOf, type OwnPapers } from './own-papers.rules.ts';
export type { LetterOrder, PaperOrder } from './paper-order.types.ts';
