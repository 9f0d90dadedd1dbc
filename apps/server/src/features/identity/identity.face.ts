/** The parts of identity that others may use, beside its service. */
export { type CheckedCredential, lockLogin, stillStands } from './checked-credential.ts';
export { endOwnSession } from './end-own-session.ts';
export { type Identity, linkIdentity, loginOfIdentity } from './identities.service.ts';
export { presentSession } from './identity.presenter.ts';
export { isLoginName, loadLoginAddress, setLoginAddress } from './login-addresses.service.ts';
export { hashPassword, makeDecoyHash } from './passwords.ts';
export { checkPasswordOf, proveIdentity } from './prove-identity.service.ts';
export { requireRecentAuthentication } from './recent-authentication.ts';
export {
  endPlainSession,
  findSession,
  holdSession,
  noteSessionAccept,
  startSession,
  sweepSessions,
} from './sessions.ts';
