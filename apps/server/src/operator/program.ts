import { Command as Program } from 'commander';
import { z } from 'zod';
import { tellIssue } from '../lib/telemetry/tell-issue.ts';
import { type Command, OperatorError } from './lib/command.ts';
import type { Terminal } from './lib/terminal.ts';

/** The JSON Schema of an option. */
interface Described {
  type?: string;
  description?: string;
  /** The placeholder for the value in the help, such as `key`. */
  value?: string;
  default?: string | number | boolean;
}

/**
 * Builds the command line of these commands: options from their schemas, and a help for each.
 * @param groups the first words of commands that have two, with their summaries
 * @param run runs a command with its checked options
 * @param terminal receives the help and the mistakes; both are then thrown as commander's error
 */
export function programOf(
  commands: readonly Command[],
  groups: Record<string, string>,
  run: (command: Command, options: Record<string, unknown>) => Promise<void>,
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'> = process,
): Program {
  const root = newProgram('quayside', 'What an operator does to the marinas of this server.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    const parent = second === undefined ? root : groupOf(root, first, groups[first] ?? '');
    parent.addCommand(programOfOne(command, second ?? first, run).copyInheritedSettings(root));
  }
  return root;
}

const newProgram = (name: string, summary: string) =>
  new Program(name).description(summary).showHelpAfterError('(--help tells what it takes)').helpCommand(false);

function groupOf(root: Program, name: string, summary: string): Program {
  const existing = root.commands.find((candidate) => candidate.name() === name);
  if (existing) return existing;
  const group = newProgram(name, summary).copyInheritedSettings(root);
  root.addCommand(group);
  return group;
}

function programOfOne(command: Command, name: string, run: Parameters<typeof programOf>[2]): Program {
  const program = newProgram(name, command.summary);
  const positions: readonly string[] = command.positions ?? [];
  const { properties = {}, required = [] } = z.toJSONSchema(command.options, { io: 'input' });
  for (const [option, schema] of Object.entries(properties)) {
    const described = schema as Described;
    if (positions.includes(option)) continue;
    const flags = `--${kebab(option)}${described.type === 'boolean' ? '' : ` <${described.value ?? 'value'}>`}`;
    const description = describe(described);
    if (required.includes(option)) program.requiredOption(flags, description);
    else program.option(flags, description);
  }
  for (const option of positions) {
    const place = kebab(option);
    program.argument(
      required.includes(option) ? `<${place}>` : `[${place}]`,
      describe(properties[option] as Described),
    );
  }
  return program.action(async () => {
    const placed = Object.fromEntries(positions.map((option, index) => [option, program.processedArgs[index]]));
    await run(command, check(command, { ...program.opts(), ...placed }));
  });
}

const describe = ({ description = '', default: fallback, type }: Described) =>
  fallback === undefined || fallback === '' || type === 'boolean'
    ? description
    : `${description} (default: ${String(fallback)})`;

/** Checks the options of a command. @throws OperatorError that names each wrong option */
function check({ options }: Command, given: Record<string, unknown>): Record<string, unknown> {
  const { data, error } = options.safeParse(given);
  if (data) return data;
  const messages = error.issues.map((issue) => `--${kebab(issue.path.join('.'))}: ${tellIssue(issue)}`);
  throw new OperatorError(messages.join('\n'));
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
