import type { z } from 'zod';
import type { DatabaseClient, TenantDb } from '../../db/client.ts';
import type { Environment } from '../../lib/settings/env.ts';
import type { Clock } from '../../http/context.ts';
import type { Terminal } from './terminal.ts';

/** Holds everything that a command may use. Commands use nothing global. */
export interface OperatorContext {
  /** Connects as the role that serves: row level security holds. */
  database: DatabaseClient;
  /**
   * Connects as the role that owns the tables. Only this role may create tenants.
   * @throws StartError if it is not configured
   */
  ownerDb: () => TenantDb;
  /** Returns the connection of that role. @throws StartError if it is not configured */
  ownerUrl: () => string;
  clock: Clock;
  environment: Environment;
  terminal: Terminal;
  /** Writes a line of the result. */
  say: (line: string) => void;
}

/** One command of the command line. Each has a file in `commands/` and a line in `commands.ts`. */
export interface Command<Options extends z.ZodObject = z.ZodObject> {
  /** One word, or two words if it belongs to a group, such as `audit verify`. */
  readonly name: string;
  readonly summary: string;
  /**
   * Each option is a field with `.meta({ description, value })`. `renewFor` is typed as `--renew-for <value>`; a
   * boolean takes no value. An option that may be left out is optional or has a default.
   */
  readonly options: Options;
  /** Options that are given by position and not by name: `import <folder>`. */
  readonly positions?: readonly (keyof z.output<Options> & string)[];
  /** True for a command that also runs if a key of the database's secrets is missing. */
  readonly anyKeys?: boolean;
  /** True for a command with which an installation may begin: it makes the embedded database if there is none. */
  readonly beginsInstallation?: boolean;
  /** @throws OperatorError for every fault that the operator can correct */
  run(ctx: OperatorContext, options: z.output<Options>): Promise<void>;
}

/** Defines a command. */
export const command = <Options extends z.ZodObject>(definition: Command<Options>): Command => definition;

/**
 * A fault that the operator can correct, or a result that they asked for. It is printed without a stack, and the
 * command exits with 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
