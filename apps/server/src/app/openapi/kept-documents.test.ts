import { getHealth } from '@quayside/contract/portal/platform.ts';
import { expect, test } from 'vitest';
import { answerWriter, writeOnce } from '../../http/answers/answer-writer.ts';
import { Documentation } from './document.ts';

test('[SAFE-111] the document of a marina’s address is kept, and of many addresses the last ones', () => {
  const documentation = new Documentation([getHealth], 'portal');
  const of = (port: number, marina = 'Saltmarsh') => documentation.of(`https://portal.example:${port}`, marina);
  const first = of(1);
  expect(of(1)).toBe(first);
  expect(of(2)).not.toBe(first);
  expect(of(1, 'Port d’Azur').servers).toEqual([{ ...first.servers[0], description: 'Port d’Azur' }]);
  for (let port = 2; port <= 19; port++) of(port);
  of(1);
  of(20);
  expect(of(1)).toBe(first);
  for (let port = 21; port <= 40; port++) of(port);
  expect(of(1)).not.toBe(first);
});

test('[SAFE-111] an answer that is kept is written once, and others each time', () => {
  const write = answerWriter(getHealth.answer);
  let reads = 0;
  const answer = () => ({
    get status() {
      reads += 1;
      return 'ready';
    },
  });
  const kept = answer();
  expect([write(writeOnce(kept)), write(writeOnce(kept))]).toEqual(Array(2).fill('{"status":"ready"}'));
  const once = reads;
  const other = answer();
  write(other);
  expect(reads).toBe(2 * once);
  write(other);
  expect(reads).toBe(3 * once);
});
