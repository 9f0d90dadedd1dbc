export { type DescribeCalls, registerHealth } from './platform.routes.ts';
