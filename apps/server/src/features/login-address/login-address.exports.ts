export { setAddressByOffice } from './login-address.service.ts';
export { forgetWaitingAddress } from './waiting-address.service.ts';
