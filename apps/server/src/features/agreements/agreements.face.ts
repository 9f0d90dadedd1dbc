/** The parts of agreements that others may use, beside its service. */
export { addAgreementFile } from './agreement-files.queries.ts';
export type { AgreementPaper } from './agreement.paper.ts';
export { cleanDeclaration, UnusableDeclaration } from './clean-declaration.rules.ts';
export { storeDeclaration } from './declarations.service.ts';
export { findAgreements } from './find-agreements.queries.ts';
export { type GivenPaper, replacePaper } from './given-papers.service.ts';
export { loadAgreement } from './load-agreement.service.ts';
export { insertSignature } from './sign-agreement.queries.ts';
export { findBrokenSeals } from './verify-agreement.service.ts';
