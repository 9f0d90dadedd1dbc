import type { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import type { ChallengeSource } from './cards/bank-challenge.ts';
import { type Clock, createClock } from './clock.ts';
import { openDatabase } from './database.ts';
import type { Environment } from './environment.ts';
import type { FaultKind } from './faults.ts';
import { type Origins, originsFrom, type ServiceName } from './ports.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/** One of the sandbox's servers. ports.json says where it listens. */
export interface Service {
  /** Names it in messages and in the answer of `GET /health`. */
  readonly title: string;
  readonly create: (sandbox: Sandbox) => FastifyInstance;
  /** The text of the link to it on the sandbox's first page. Absent: no link. */
  readonly link?: string;
}

/** A company that the sandbox plays. Its folder declares here all that it adds to the sandbox; wires.ts lists all. */
export interface Wire {
  /** Its servers, by their names in ports.json. */
  readonly services: Partial<Readonly<Record<ServiceName, Service>>>;
  /** The SQL of its tables in the sandbox's books: `create table if not exists …`, because it runs at every start. */
  readonly tables?: string;
  /** Stores what the demo's marinas have there. It runs at every start. */
  readonly storeDemo?: (sandbox: Sandbox) => void;
  /** The operations that can fail by a switch, with the kinds of faults of each. */
  readonly faults?: Readonly<Record<string, readonly FaultKind[]>>;
  /** Adds its own switches to `control`, which has the addresses below `/_sandbox`. */
  readonly routeSwitches?: (control: FastifyInstance, sandbox: Sandbox) => void;
  /** Returns the name of the clock that an account follows: its merchant or client. Undefined for a stranger. */
  readonly clockOf?: (database: DatabaseSync, accountId: string) => string | undefined;
  /** Returns the challenges that it asks of its customers' bank. */
  readonly challenges?: (sandbox: Sandbox) => ChallengeSource;
}

/** The things that every part of the sandbox uses. */
export interface Sandbox {
  readonly environment: Environment;
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The origins at which browsers and servers reach the sandbox's servers. */
  readonly origins: Origins;
  readonly wires: readonly Wire[];
}

/** Opens the books in the configured folder. */
export function openSandbox(environment: Environment, wires: readonly Wire[]): Sandbox {
  const tables = wires.flatMap((wire) => wire.tables ?? []);
  const database = openDatabase(environment.stateFolder, tables);
  return {
    environment,
    database,
    clock: createClock(database),
    secrets: loadSecrets(database),
    origins: originsFrom(environment.port),
    wires,
  };
}
