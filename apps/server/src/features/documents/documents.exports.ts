export { type DocumentDetails, findDocumentDetails, listUndecidedDocuments } from './document-details.queries.ts';
export { lockDocument } from './files/document-file.queries.ts';
export { findDocumentResource } from './document-resources.queries.ts';
export { eraseDocument } from './files/erase-files.service.ts';
export { type Reviewed, reviewDocument } from './office/review-document.service.ts';
