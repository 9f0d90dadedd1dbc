export { forgetWaitingAddress } from './waiting-address.service.ts';
