/** The parts of documents that others may use, beside its service. */
export { type DocumentFacts, listUndecidedDocuments } from './document-facts.queries.ts';
export { type Reviewed, reviewDocument } from './review-document.service.ts';
