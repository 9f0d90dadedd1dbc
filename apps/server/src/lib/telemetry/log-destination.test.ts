import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** Fills a disk of its own with lines, makes room, and prints what a log on it has at last. */
const program = `
  import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
  const [folder, module] = process.argv.slice(1);
  const { createLog } = await import(module);
  const { logDestination } = await import(new URL('log-destination.ts', module));
  const filler = openSync(folder + '/filler', 'w');
  const log = createLog('info', logDestination(openSync(folder + '/log', 'a')));
  log.info('before');
  try { for (;;) writeSync(filler, Buffer.alloc(1024)); } catch {}
  for (let line = 0; line < 200; line += 1) log.info({ text: 'x'.repeat(100) }, 'while it is full');
  closeSync(filler);
  rmSync(folder + '/filler');
  log.info('after');
  process.stdout.write(readFileSync(folder + '/log', 'utf8'));`;

test('[RUN-196] a log whose disk fills up stops nothing, and says afterwards how many lines are missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const module = pathToFileURL(join(import.meta.dirname, 'log.ts')).href;
  const mount = 'mount -t tmpfs -o size=64k tmpfs "$1" && exec "$2" --input-type=module -e "$3" "$1" "$4"';
  const own = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
  const args = [...own, 'sh', '-c', mount, 'sh', folder, process.execPath, program, module];
  const lines = execFileSync('unshare', args, { encoding: 'utf8', timeout: 30_000 }).trim().split('\n');
  const readable = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as { msg: string; lines?: number }];
    } catch {
      return []; // the line in which the disk was full
    }
  });
  const full = readable.filter(({ msg }) => msg === 'while it is full').length;
  expect(full).toBeGreaterThan(0);
  expect(lines.length - readable.length).toBe(1);
  expect(readable.map(({ msg }) => msg).filter((msg) => msg !== 'while it is full')).toEqual([
    'before',
    'lines of the log were lost',
    'after',
  ]);
  expect(readable.at(-2)?.lines).toBe(200 - full);
});
