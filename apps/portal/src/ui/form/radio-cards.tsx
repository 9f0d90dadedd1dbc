import { type ReactNode, useId } from 'react';
import styles from './radio-cards.module.css';

interface Option<Value> {
  value: Value;
  label: string;
  /** At the far end: a logo or a number. */
  aside?: ReactNode;
}

interface Props<Value> {
  legend: string;
  options: readonly Option<Value>[];
  chosen: Value | null | undefined;
  onChoose: (value: Value) => void;
}

/** A choice of one option. Each option is a card, large enough for a thumb. */
export function RadioCards<Value extends string | number>({ legend, options, chosen, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.cards}>
      <legend>{legend}</legend>
      {options.map(({ value, label, aside }) => (
        <label key={value} className={styles.card}>
          <input
            // The reader may have chosen in the server's HTML, before the scripts ran. React doesn't tell.
            ref={(input) => void (input?.checked && value !== chosen && onChoose(value))}
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
          {aside}
        </label>
      ))}
    </fieldset>
  );
}
