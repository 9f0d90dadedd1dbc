export { letterHtml, logoId } from './letter-html.presenter.ts';
export { aboutPaper, factData, frameData, openingData } from './letter.paper.ts';
export { letterText } from './letter-text.presenter.ts';
export type { AmountRow, Fact, Letter, Sender } from './letter.types.ts';
export { linesTable, quantityText } from './lines-table.letter.ts';
export { marinaSender } from './marina-sender.letter.ts';
export { plainLetter } from './plain.letter.ts';
export { siteSender } from './site-sender.letter.ts';
