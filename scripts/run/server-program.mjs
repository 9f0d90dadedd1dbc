import { inProject } from '../command/project.mjs';

/**
 * The server's flags for little memory. Most objects of a request are short-lived. A small young generation halves
 * the memory of the process, without a measurable loss of throughput. Without a limit, V8 lets the heap grow with
 * the memory of the machine. The limit is seven times what is in use under load.
 * With source maps, a stack in the log names the source and its line.
 */
export const serverFlags = ['--max-semi-space-size=8', '--max-old-space-size=400', '--enable-source-maps'];

/**
 * The flags of the operator's commands. An import makes garbage fast, and V8 lets it grow with the memory of the
 * machine: 160 MB for 100,000 rows. Only 42 MB are in use, however many rows there are. A limit of the heap makes V8
 * collect earlier, without a measurable loss of rows a second.
 */
export const operatorFlags = [...serverFlags, '--max-old-space-size=256']; // the last one counts

/**
 * The settings that the server's process itself needs.
 * `NODE_COMPILE_CACHE` is the folder of Node's compile cache. From its second start on, the server compiles nothing
 * and loads no compiler.
 * `MALLOC_ARENA_MAX` lets all threads share two pools of memory. Otherwise each thread keeps one of its own, and
 * what it freed stays in there: about 10 MB more under load.
 */
export const serverSettings = { NODE_COMPILE_CACHE: inProject('.cache', 'compiled'), MALLOC_ARENA_MAX: '2' };

/** The built server. */
export const builtServer = 'apps/server/dist/main.js';

/** The arguments of node that run it. */
export const serverProgram = [...serverFlags, builtServer];
