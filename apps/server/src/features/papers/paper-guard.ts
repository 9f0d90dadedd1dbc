import { workerData } from 'node:worker_threads';

/**
 * Ends the process of papers when it takes too much memory, or when the server that it works for is gone: while Typst
 * works, the process itself hears of nothing, and Node's limits don't know of the memory that Typst takes.
 */
const { parent, bytes }: { parent: number; bytes: number } = workerData;

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL');
}, 50);
