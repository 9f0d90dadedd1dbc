export { type DocumentDetails, listUndecidedDocuments } from './document-details.queries.ts';
export { type Reviewed, reviewDocument } from './review-document.service.ts';
