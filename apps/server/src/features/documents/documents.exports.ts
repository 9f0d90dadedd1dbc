/** The parts of documents that others may use, beside its service. */
export { type DocumentDetails, listUndecidedDocuments } from './document-details.queries.ts';
export { type Reviewed, reviewDocument } from './review-document.service.ts';
