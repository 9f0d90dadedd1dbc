import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './tabs.module.css';

interface Tab<Key> {
  key: Key;
  label: string;
  icon?: ReactNode;
}

export interface TabsProps<Key> {
  /** Names the choice. */
  label: string;
  tabs: readonly Tab<Key>[];
  chosen: Key;
  onChoose: (key: Key) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Several ways to do one thing, with one open. Arrow keys move between the tabs, in the reading direction. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Key>) {
  const id = useId();
  const idOf = (key: Key) => `${id}${key}`;

  const move = (event: KeyboardEvent) => {
    const place = placeAfter(
      event,
      tabs.length,
      tabs.findIndex(({ key }) => key === chosen),
    );
    const next = place === undefined ? undefined : tabs[place];
    if (!next) return;
    event.preventDefault();
    onChoose(next.key);
    document.getElementById(idOf(next.key))?.focus();
  };
  return (
    <div>
      {/* The tabs inside take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map(({ key, label: name, icon }) => (
          <button
            key={key}
            id={idOf(key)}
            type="button"
            role="tab"
            aria-selected={key === chosen}
            aria-controls={key === chosen ? `${id}panel` : undefined}
            tabIndex={key === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(key)}
          >
            {icon}
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={idOf(chosen)} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}

/** Returns the place that a key leads to. Undefined if the key does nothing here. */
function placeAfter({ key, currentTarget }: KeyboardEvent, count: number, place: number): number | undefined {
  const onward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (place + (key === onward ? 1 : -1) + count) % count;
}
