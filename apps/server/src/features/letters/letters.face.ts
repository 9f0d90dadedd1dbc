/** The parts of letters that others may use, beside its service. */
export { letterHtml, logoId } from './letter-html.ts';
export { aboutPaper, factData, frameData, openingData } from './letter-paper.ts';
export { letterText } from './letter-text.ts';
export type { AmountRow, Fact, Letter, Sender } from './letter.ts';
export { linesTable, quantityText } from './lines-table.ts';
export { marinaSender } from './marina-sender.ts';
export { plainLetter } from './plain-letter.ts';
export { siteSender } from './site-sender.ts';
