/** The parts of files that others may use, beside its service. */
export { givenUpBefore, sweepFiles } from './sweep-files.service.ts';
export { refuseForeignStorage } from './check-storage.service.ts';
