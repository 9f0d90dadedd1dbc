import { readEnvironment } from './environment.ts';
import { openSandbox } from './sandbox.ts';
import { startServices } from './services.ts';
import { wires } from './wires.ts';

// Node reports `stripTypeScriptTypes` as experimental on every start. Other warnings stay.
process.removeAllListeners('warning').on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(warning);
});
// oidc-provider warns about every Node version that is not in long-term support yet.
const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
};

try {
  const sandbox = openSandbox(readEnvironment(process.env), wires);
  for (const { storeDemo } of wires) storeDemo?.(sandbox);
  const stop = await startServices(sandbox);

  let isStopping = false;
  const exit = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    sandbox.database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void exit());
  // A parent with a channel gets a message when we are ready. We exit when the channel closes, even if the parent was
  // killed.
  process.once('disconnect', () => void exit());
  if (process.connected === false) await exit(); // it was gone before we listened
  process.send?.({ ready: true });
} catch (error) {
  console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
