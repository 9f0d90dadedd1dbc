import { expect, test } from 'vitest';
import { z } from 'zod';
import { commands, groups } from './commands.ts';
import { command } from './lib/command.ts';
import { programOf } from './program.ts';

const moor = command({
  name: 'boat moor',
  summary: 'Moor a boat.',
  options: z.strictObject({
    boat: z.string().meta({ description: 'which one' }),
    berthNumber: z.coerce.number().int().max(99).meta({ description: 'where', value: 'number' }),
    side: z.enum(['port', 'starboard']).default('port').meta({ description: 'which side', value: 'side' }),
    dryRun: z.boolean().default(false).meta({ description: 'only say what would be done' }),
    note: z.string().default('').meta({ description: 'for the log', value: 'text' }),
  }),
  positions: ['boat'],
  run: async () => {},
});

/** Returns the options that the command runs with. Throws if the command line ends before. */
async function typed(...args: string[]): Promise<Record<string, unknown> | undefined> {
  let given: Record<string, unknown> | undefined;
  const nowhere = { write: () => {}, isTTY: false };
  const run = async (_: unknown, options: Record<string, unknown>) => void (given = options);
  const program = programOf([moor], { boat: 'Boats.' }, run, { stdout: nowhere, stderr: nowhere });
  await program.parseAsync(args, { from: 'user' });
  return given;
}

test('options come checked and converted, with their defaults', async () => {
  expect(await typed('boat', 'moor', 'Kittiwake', '--berth-number', '7')).toEqual({
    boat: 'Kittiwake',
    berthNumber: 7,
    side: 'port',
    dryRun: false,
    note: '',
  });
  const all = ['--berth-number=8', '--side', 'starboard', '--dry-run', '--note', 'fenders out'];
  expect(await typed('boat', 'moor', 'Kittiwake', ...all)).toEqual({
    boat: 'Kittiwake',
    berthNumber: 8,
    side: 'starboard',
    dryRun: true,
    note: 'fenders out',
  });
});

test.each([
  [['boat', 'moor', '--berth-number', '7'], "missing required argument 'boat'"],
  [['boat', 'moor', 'Kittiwake'], "required option '--berth-number <number>' not specified"],
  [['boat', 'moor', 'Kittiwake', '--berth-number', '700'], /^--berth-number: /],
  [['boat', 'moor', 'Kittiwake', '--berth-number', '7', '--side', 'top'], /^--side: /],
  [['boat', 'moor', 'Kittiwake', '--berth-number', '7', '--bow'], "unknown option '--bow'"],
  [['boat', 'moor', 'Kittiwake', 'Puffin', '--berth-number', '7'], 'too many arguments'],
  [['boat', 'sink'], "unknown command 'sink'"],
])('%j is refused and named', async (args, message) => {
  await expect(typed(...args)).rejects.toThrow(message);
});

test('each has its help', () => {
  const help = programOf([moor], { boat: 'Boats.' }, async () => {}).commands[0]?.commands[0]?.helpInformation() ?? '';
  for (const text of [
    'quayside boat moor [options] <boat>',
    'Moor a boat.',
    '--berth-number <number>  where',
    '--side <side>            which side (default: port)',
    '--dry-run                only say what would be done',
    '--note <text>            for the log\n',
  ])
    expect(help).toContain(text);
});

test('[RUN-205] no help says the default of an option twice', () => {
  const all = programOf(commands, groups, async () => {}).commands.flatMap((group) => [group, ...group.commands]);
  const helps = all.map((each) => each.helpInformation().replace(/\s+/g, ' '));
  expect(helps.filter((help) => /\(default: [^)]*\) \(default/.test(help))).toEqual([]);
});
