export { givenUpBefore, sweepFiles } from './sweep-files.service.ts';
export { refuseForeignStorage } from './check-storage.service.ts';
