import type { Command } from './command.ts';
import { createCertificate, installCertificate, showCertificate } from './commands/seal-certificates.ts';
import { makeStaffLink } from './commands/make-staff-link.ts';
import { verifyAudit } from './commands/verify-audit.ts';

/** First words of commands of two. */
export const groups = {
  audit: 'The audit trail: who did what, when.',
  certificate: 'What a marina seals its papers with.',
};

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  makeStaffLink,
  verifyAudit,
  showCertificate,
  createCertificate,
  installCertificate,
];
