import { expect, test } from 'vitest';
import { stackFrames } from './stack-frames.ts';

const frame = { function: 'pay', filename: 'assets/card-checkout-D3kf.js', lineno: 3, colno: 17, in_app: true };
const file = 'https://saltmarsh.example.com/assets/card-checkout-D3kf.js:3:17';

test.each([
  ['Chrome', `    at pay (${file})`],
  ['Chrome, awaiting', `    at async pay (${file})`],
  ['Firefox', `pay@${file}`],
  ['Safari', `pay@${file}`],
])('a stack of %s is read', (_browser, stack) => {
  expect(stackFrames(stack)).toEqual([frame]);
});

test('a file is told from the project’s root, and whether it is ours', () => {
  const stack = [
    '    at handle (file:///home/somebody/quayside/apps/server/src/app.ts:1:2)',
    '    at read (/srv/quayside/node_modules/pg/lib/client.js:3:4)',
    '    at node:internal/process/task_queues:5:6',
  ];
  expect(stackFrames(stack.join('\n')).map(({ filename, in_app }) => [filename, in_app])).toEqual([
    ['apps/server/src/app.ts', true],
    ['node_modules/pg/lib/client.js', false],
    ['node:internal/process/task_queues', false],
  ]);
});

test('[SAFE-5] leaves out addresses with a token and lines that are no calls', () => {
  const stack = `Error: jo@example.com\n    at https://x.example.com/passwordResetForm/t0ken?a=1:1:2\nnonsense`;
  expect(stackFrames(stack)).toMatchObject([{ function: '?', filename: '[page]' }]);
});
