import { z } from 'zod';
import { openFiles } from '../../providers/files/open-files.ts';
import { findDamage, listFaults } from '../backup/verify.ts';
import { command, OperatorError } from '../lib/command.ts';

/** Checks a database that other tools restored. docs/operating/archiving.md describes it. */
export const verify = command({
  name: 'verify',
  summary: 'Check that all files are stored as their rows say, and that seals and audit trails are whole.',
  options: z.strictObject({}),
  anyKeys: true,
  async run({ ownerUrl, database, environment, terminal, say }) {
    const storage = await openFiles(environment);
    const step = (text: string) => void terminal.stderr.write(`${text}\n`);
    try {
      const { files, faults } = await findDamage({ ownerUrl: ownerUrl(), database, storage, say: step });
      if (faults.length > 0)
        throw new OperatorError(`${listFaults(faults)}\nThe database and its files are not whole.`);
      say(`${files.toLocaleString('en')} files, all seals and all audit trails are whole.`);
    } finally {
      storage.close?.();
    }
  },
});
