import { join, resolve } from 'node:path';
import { z } from 'zod';
import { portCount } from './ports.ts';

/** The ports and folders of the sandbox. */
export interface Environment {
  /** The first port, of the card vault provider. The other servers have the next ones, as ports.json says. */
  readonly port: number;
  /** The port of the portal's server, to which providers send the demo marinas' events. */
  readonly portalPort: number;
  /** The folder of the sandbox's own state. */
  readonly stateFolder: string;
  /** The folder into which the server writes its mails as .eml files. */
  readonly mailboxFolder: string;
}

const lastFirstPort = 65_536 - portCount;

const Variables = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(1).max(lastFirstPort).default(3001),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  NODE_ENV: z.string().optional(),
});

/** Reads the environment once at the start. Throws an Error whose message is one line that says what to correct. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const { path = [], message } = issue ?? {};
    throw new Error(`${path.join('.')} is not usable: ${message}. SANDBOX_PORT is a port up to ${lastFirstPort}.`);
  }
  if (parsed.data.NODE_ENV === 'production') {
    throw new Error('The sandbox pretends to be a bank and never runs with NODE_ENV=production.');
  }
  const dataFolder = resolve(parsed.data.DATA_DIR);
  return {
    port: parsed.data.SANDBOX_PORT,
    portalPort: parsed.data.PORT,
    stateFolder: join(dataFolder, 'sandbox'),
    mailboxFolder: join(dataFolder, 'mailbox'),
  };
}
