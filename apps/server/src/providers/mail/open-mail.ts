import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import addressparser from 'nodemailer/lib/addressparser';
import type { Environment } from '../../lib/settings/env.ts';
import { StartError } from '../../lib/start-error.ts';
import type { MailProvider } from './mail-provider.ts';
import { MailboxFolder } from './mailbox-folder.ts';
import { Smtp } from './smtp.ts';

/** Opens the server of MAIL_URL, or else the folder `mailbox` of the data folder. */
export function openMail({ mailUrl, dataDir }: Pick<Environment, 'mailUrl' | 'dataDir'>): MailProvider {
  return mailUrl === undefined ? new MailboxFolder(join(dataDir, 'mailbox')) : new Smtp(mailUrl);
}

/** Warns at each start that mails reach nobody. Outside of production that is intended. */
export function tellMissingMail(
  { mailUrl, dataDir, nodeEnv }: Pick<Environment, 'mailUrl' | 'dataDir' | 'nodeEnv'>,
  log: FastifyBaseLogger,
): void {
  if (mailUrl !== undefined) return;
  const level = nodeEnv === 'production' ? 'warn' : 'info';
  log[level](`no mail server is configured: mails are written to ${join(dataDir, 'mailbox')} (MAIL_URL)`);
}

/** Returns the address of MAIL_FROM: `Name <address>` or an address alone. @throws StartError if it is none */
export function senderAddress(mailFrom: string): string {
  const address = addressparser(mailFrom, { flatten: true })[0]?.address ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(address))
    throw new StartError('MAIL_FROM is wrong: give an address, such as Quayside <no-reply@example.com>.');
  return address;
}
