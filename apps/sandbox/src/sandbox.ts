import type { DatabaseSync } from 'node:sqlite';
import { type Clock, createClock } from './clock.ts';
import { openDatabase } from './database.ts';
import type { Environment } from './environment.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/** The origins at which browsers and servers reach the sandbox's services. */
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
  /** Apple's gateway, which accepts only TLS. */
  readonly appleGateway: string;
}

/** The things that every part of the sandbox uses. */
export interface Sandbox {
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly origins: Origins;
}

/** Opens the books in the configured folder. */
export function openSandbox(environment: Environment): Sandbox {
  const database = openDatabase(environment.stateFolder);
  return {
    database,
    clock: createClock(database),
    secrets: loadSecrets(database),
    origins: originsFrom(environment.port),
  };
}

/** Returns the origins. The services have consecutive ports. */
export function originsFrom(port: number): Origins {
  const at = (offset: number) => `http://127.0.0.1:${port + offset}`;
  return {
    provider: at(0),
    bank: at(1),
    mailbox: at(2),
    singleSignOn: at(3),
    partnerApps: at(4),
    clearAccept: at(5),
    paypal: at(6),
    redirect: at(7),
    wallets: at(8),
    appleGateway: `https://127.0.0.1:${port + 9}`,
  };
}
