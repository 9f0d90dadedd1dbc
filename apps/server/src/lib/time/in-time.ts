/** Probes and figures wait for the outside, such as a disk that hangs, no longer than this. */
const askMs = 1_500;

/** Returns null if an answer fails or takes too long. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), askMs);
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timer));
}
