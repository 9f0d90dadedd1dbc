import type { Wire } from '../sandbox.ts';
import { createMailbox } from './mailbox.ts';

/** The viewer of the mails that the portal's server sends. */
export const mailbox: Wire = {
  services: {
    mailbox: {
      title: 'mailbox',
      create: ({ environment }) => createMailbox(environment.mailboxFolder),
      link: 'The mailbox',
    },
  },
};
