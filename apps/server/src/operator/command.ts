import type { z } from 'zod';
import type { DatabaseClient, TenantDb } from '../db/client.ts';
import type { Environment } from '../env.ts';
import type { Clock } from '../http/context.ts';
import type { Terminal } from './terminal.ts';

/** All that a command may use. There is nothing global beside it. */
export interface OperatorContext {
  /** As the role that serves: behind row level security. */
  database: DatabaseClient;
  /** As the role that owns the tables, which alone may make tenants. @throws StartError where there is none */
  ownerDb: () => TenantDb;
  clock: Clock;
  environment: Environment;
  terminal: Terminal;
  /** Writes a line of the result. */
  say: (line: string) => void;
}

/** What an operator can do from the command line: one file in `commands/`, one line in `commands.ts`. */
export interface Command<Options extends z.ZodObject = z.ZodObject> {
  /** One word, or two of which the first is a group, such as `audit verify`. */
  readonly name: string;
  readonly summary: string;
  /**
   * Each a field with `.meta({ description, value })`: `renewFor` is given as `--renew-for <value>`, a boolean
   * without a value. Those that may be left out are optional or have a default.
   */
  readonly options: Options;
  /** Options that are given by their place instead of their name: `import <folder>`. */
  readonly positions?: readonly (keyof z.output<Options> & string)[];
  /** @throws OperatorError for whatever the person at the keyboard can mend */
  run(ctx: OperatorContext, options: z.output<Options>): Promise<void>;
}

/** Defines a command. */
export const command = <Options extends z.ZodObject>(definition: Command<Options>): Command => definition;

/** What the person at the keyboard can mend, or has asked to be told. Printed without a stack; the command exits with 1. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
