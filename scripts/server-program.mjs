import { inProject } from './project.mjs';

/**
 * How the server is run where memory matters. Most of what a request makes is forgotten at once; a small nursery for
 * it keeps the process at half the size and costs no throughput that could be measured.
 */
export const serverFlags = ['--max-semi-space-size=8'];

/** Where Node keeps what it compiled: from its second start on the server compiles nothing, nor loads a compiler. */
export const serverSettings = { NODE_COMPILE_CACHE: inProject('.cache', 'compiled') };

/** What node is given to run the server. */
export const serverProgram = [...serverFlags, 'apps/server/src/main.ts'];
