/** The parts of identity that others may use, beside its service. */
export { type CheckedCredential, lockLogin, stillStands } from './checked-credential.service.ts';
export { endOwnSession } from './end-own-session.service.ts';
export { type Identity, linkIdentity, loginOfIdentity } from './identities.service.ts';
export { loginNamesOf } from './identity.queries.ts';
export { presentSession } from './identity.presenter.ts';
export { deviceSeconds, knowDevice } from './known-devices.service.ts';
export { isLoginName, loadLoginAddress, setLoginAddress } from './login-addresses.service.ts';
export { hashPassword, makeDecoyHash } from './password-hash.rules.ts';
export { checkPasswordOf, proveIdentity } from './prove-identity.service.ts';
export { findSession, noteSessionAccept, startSession, sweepSessions } from './sessions.service.ts';
export { endPlainSession, holdSession } from './sessions.queries.ts';
