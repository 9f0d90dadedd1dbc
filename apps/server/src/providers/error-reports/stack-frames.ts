import { scrub } from '../../lib/telemetry/scrub.ts';

/** One call of a stack, with the names of Sentry's protocol. */
export interface StackFrame {
  function: string;
  filename: string;
  lineno: number;
  colno: number;
  in_app: boolean;
}

/** `at name (file:1:2)` and `at file:1:2` of V8; `name@file:1:2` of Firefox and Safari. */
const shapes = [
  /^\s*at (?:async )?(?:(?<name>.*?) \()?(?<file>[^()\s]+?):(?<line>\d+):(?<column>\d+)\)?$/,
  /^(?<name>[^@\s]*)@(?<file>\S+?):(?<line>\d+):(?<column>\d+)$/,
];

/** Returns the calls of a stack, the innermost first. Lines of an unknown form are left out. */
export function stackFrames(stack: string): StackFrame[] {
  return stack.split('\n').slice(0, 50).flatMap(readLine);
}

/** Returns a browser's stack in the one form, without the addresses and values that it may hold. */
export function cleanStack(stack: string): string {
  return stackFrames(stack)
    .map((frame) => `    at ${frame.function} (${frame.filename}:${frame.lineno}:${frame.colno})`)
    .join('\n');
}

function readLine(text: string): StackFrame[] {
  const groups = shapes.map((shape) => shape.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups) return [];
  const { name = '', file = '', line, column } = groups;
  const filename = shownFile(file);
  const inApp = !filename.includes('node_modules') && !filename.startsWith('node:');
  return [
    {
      function: scrub(name).slice(0, 100) || '?',
      filename,
      lineno: Number(line),
      colno: Number(column),
      in_app: inApp,
    },
  ];
}

/**
 * Returns a file's path from the project's root, or the portal's own file. Any other address could hold a customer's
 * guid or token.
 */
function shownFile(file: string): string {
  if (/^node:[\w/]+$/.test(file)) return file;
  return /(?:node_modules|apps|packages|assets)\/[\w@./-]+$/.exec(file.replace(/[?#].*$/, ''))?.[0] ?? '[page]';
}
