import type { DatabaseSync } from 'node:sqlite';
import { type Clock, createClock } from './clock.ts';
import { openDatabase } from './database.ts';
import type { Environment } from './environment.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/** The origins at which browsers and servers meet the sandbox's services. */
export interface Origins {
  readonly provider: string;
  readonly bank: string;
  readonly mailbox: string;
  readonly singleSignOn: string;
  readonly partnerApps: string;
  readonly clearAccept: string;
  readonly paypal: string;
  readonly redirect: string;
  readonly wallets: string;
  /** Apple's gateway, which speaks TLS only. */
  readonly appleGateway: string;
}

/** What every part of the sandbox works with. */
export interface Sandbox {
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly origins: Origins;
}

export function openSandbox(environment: Environment): Sandbox {
  const database = openDatabase(environment.stateFolder);
  const origin = (port: number) => `http://127.0.0.1:${port}`;
  return {
    database,
    clock: createClock(database),
    secrets: loadSecrets(database),
    origins: {
      provider: origin(environment.port),
      bank: origin(environment.port + 1),
      mailbox: origin(environment.port + 2),
      singleSignOn: origin(environment.port + 3),
      partnerApps: origin(environment.port + 4),
      clearAccept: origin(environment.port + 5),
      paypal: origin(environment.port + 6),
      redirect: origin(environment.port + 7),
      wallets: origin(environment.port + 8),
      appleGateway: `https://127.0.0.1:${environment.port + 9}`,
    },
  };
}
