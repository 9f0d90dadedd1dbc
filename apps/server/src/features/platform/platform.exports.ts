/** The parts of platform that others may use, beside its service. */
export { type DescribeCalls, registerHealth } from './platform.routes.ts';
