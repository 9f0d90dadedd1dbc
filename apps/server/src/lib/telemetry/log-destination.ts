import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** How often and how long a line waits for a reader that does not keep up. */
const [mostWaits, waitMs] = [20, 10];

const busy = new Set(['EAGAIN', 'EBUSY']);

/**
 * Writes the log's lines to an open file. A line that can't be written is lost, and the first line after it says how
 * many are missing. DANGER: with pino's own stream the server ends or hangs as soon as the log's disk is full, and
 * nobody can pay (0112).
 */
export function logDestination(file: number): DestinationStream {
  let lost = 0;
  let isCut = false;
  return {
    write(line) {
      const missing = { level: 40, time: Date.now(), pid: process.pid, lines: lost, msg: 'lines of the log were lost' };
      const text = lost === 0 ? line : `${isCut ? '\n' : ''}${JSON.stringify(missing)}\n${line}`;
      // A reader that has not kept up once is not waited for again: each request writes lines.
      const { isWhole, isBegun } = writeAll(file, Buffer.from(text), lost === 0 ? mostWaits : 0);
      lost = isWhole ? 0 : lost + 1;
      isCut = !isWhole && (isCut || isBegun);
    },
  };
}

function writeAll(file: number, bytes: Buffer, waits: number): { isWhole: boolean; isBegun: boolean } {
  let written = 0;
  for (let waited = 0; written < bytes.length; ) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      if (!busy.has((error as NodeJS.ErrnoException).code ?? '') || waited === waits)
        return { isWhole: false, isBegun: written > 0 };
      waited += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  return { isWhole: true, isBegun: true };
}
