import { userInfo } from 'node:os';
import type { AuditActor } from '../../features/audit/audit.exports.ts';

/** Returns the system's user who runs the command. In a container a user may have a number and no name. */
export function systemUser(): AuditActor {
  try {
    return { kind: 'operator', name: userInfo().username };
  } catch {
    return { kind: 'operator', name: `uid ${process.getuid?.() ?? 'unknown'}` };
  }
}
