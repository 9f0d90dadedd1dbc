import type { Command } from './command.ts';
import { makeStaffLink } from './commands/make-staff-link.ts';
import { verifyAudit } from './commands/verify-audit.ts';

/** First words of commands of two. */
export const groups = {
  audit: 'The audit trail: who did what, when.',
};

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [makeStaffLink, verifyAudit];
