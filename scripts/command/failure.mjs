/** An error that the user can fix. It is printed as one line, without a stack. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * Runs a command's main function. A Failure ends it with one line. Any other error is our own mistake and is
 * printed with its stack.
 * @param {() => Promise<number | void>} main returns the exit code; nothing means 0
 */
export async function run(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
