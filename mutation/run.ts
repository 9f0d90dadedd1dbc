import { Failure, run } from '../scripts/command/failure.mjs';
import { binary, environment } from '../scripts/command/installed.mjs';
import { runProgram } from '../scripts/command/program.mjs';
import { groups } from './groups.ts';
import { readScores } from './report.ts';

// Runs the parts that the command line names, one after the other, and prints the score of each file.
await run(async () => {
  const [group, ...names] = process.argv.slice(2);
  if (group !== undefined && !(group in groups))
    throw new Failure(`There is no group ${group}. Use ${Object.keys(groups).join(' or ')}, or no name for both.`);
  const chosen = Object.entries(groups).filter(([name]) => group === undefined || name === group);
  const parts = chosen.flatMap(([of, all]) => Object.keys(all).map((part) => ({ of, part })));
  const unknown = names.find((name) => !parts.some(({ part }) => part === name));
  if (unknown !== undefined)
    throw new Failure(`${group} has no part ${unknown}. It has ${parts.map(({ part }) => part).join(', ')}.`);
  let exitCode = 0;
  const scores: string[] = [];
  for (const { of, part } of parts.filter((each) => names.length === 0 || names.includes(each.part))) {
    const env = { ...environment(), MUTATION_GROUP: of, MUTATION_PART: part };
    const { code } = await runProgram(process.execPath, [binary('stryker'), 'run'], { env });
    exitCode ||= code;
    scores.push(...readScores(part));
  }
  process.stdout.write(`${scores.join('\n')}\n`);
  return exitCode;
});
