import { quayside } from './quayside.ts';

/** Runs `npm run quayside -- <command>` as a process. */
process.exitCode = await quayside(process.argv.slice(2), process.env, process);
