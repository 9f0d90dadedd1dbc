export { type DocumentDetails, findDocumentDetails, listUndecidedDocuments } from './document-details.queries.ts';
export { lockDocument } from './document-file.queries.ts';
export { findDocumentResource } from './document-resources.queries.ts';
export { eraseDocument } from './erase-files.service.ts';
export { type Reviewed, reviewDocument } from './review-document.service.ts';
