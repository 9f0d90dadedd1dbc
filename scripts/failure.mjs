/** A reason that the person at the keyboard can mend. Printed as one line, without a stack. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * Runs a command's main function. A Failure ends it with one line, anything else is a mistake of ours with its stack.
 * @param {() => Promise<number | void>} main answers the exit code, 0 when none
 */
export async function run(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
