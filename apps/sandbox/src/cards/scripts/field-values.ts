import type { BetweenFrames, FieldName } from './frame-messages.ts';
import { fail } from './script-error.ts';
import { withResolvers } from './with-resolvers.ts';

const patienceMs = 5000;

/** Collects the input of the form's other frames. */
export function collect(
  id: string,
  names: readonly FieldName[],
  siblings: BroadcastChannel,
): Promise<Readonly<Record<string, string>>> {
  const { promise, resolve, reject } = withResolvers<Readonly<Record<string, string>>>();
  const values: Record<string, string> = {};
  if (names.length === 0) resolve(values);
  const listen = ({ data }: MessageEvent<BetweenFrames>) => {
    if (data.type !== 'value' || data.id !== id) return;
    values[data.name] = data.value;
    if (names.every((name) => name in values)) resolve(values);
  };
  siblings.addEventListener('message', listen);
  siblings.postMessage({ type: 'collect', id } satisfies BetweenFrames);
  const timer = setTimeout(() => reject(fail('internal', 'A field of the form does not answer.')), patienceMs);
  return promise.finally(() => {
    clearTimeout(timer);
    siblings.removeEventListener('message', listen);
  });
}
