import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../scripts/command/project.mjs';

/** Returns the path of a part's report, from the project's folder. */
export const reportOf = (part: string): string => `.reports/mutation-${part}.json`;

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

/** Returns a line for each file of a part: killed mutants of all, and the score. Empty if the run gave no report. */
export function readScores(part: string): string[] {
  const path = inProject(reportOf(part));
  if (!existsSync(path)) return [];
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return Object.entries(files).map(([file, { mutants }]) => {
    const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
    const killed = count('Killed', 'Timeout');
    const all = killed + count('Survived', 'NoCoverage');
    return `${file}: ${killed} of ${all} mutants, ${Math.round((100 * killed) / Math.max(all, 1))} %`;
  });
}
