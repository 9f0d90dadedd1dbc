import { workerData } from 'node:worker_threads';

/**
 * Ends the process of papers if it takes too much memory, or if its server is gone. While Typst works, the process
 * itself receives no events, and Node's limits do not count Typst's memory.
 */
const { parent, bytes }: { parent: number; bytes: number } = workerData;

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL');
}, 50);
