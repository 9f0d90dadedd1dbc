/** The parts of login-address that others may use, beside its service. */
export { forgetWaitingAddress } from './waiting-address.service.ts';
