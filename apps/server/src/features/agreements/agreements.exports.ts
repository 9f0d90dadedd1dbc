/** The parts of agreements that others may use, beside its service. */
export { recordAgreementEvents } from './agreement-events.service.ts';
export { addAgreementFile } from './agreement-files.queries.ts';
export type { AgreementPaper } from './agreement.paper.ts';
export { cleanDeclaration } from './clean-declaration.rules.ts';
export { storeDeclaration } from './declarations.service.ts';
export { findAgreements } from './find-agreements.queries.ts';
export { loadAgreement } from './load-agreement.service.ts';
export { makeAgreement, withdrawAgreement } from './new-agreement.service.ts';
export { insertSignature } from './sign-agreement.queries.ts';
export { findBrokenSeals } from './verify-agreement.service.ts';
