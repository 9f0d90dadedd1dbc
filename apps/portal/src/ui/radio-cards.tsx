import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
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

/**
 * A choice of one option. Each option is a card, large enough for a thumb. What the reader chose in the server's HTML
 * before the scripts ran counts: otherwise the page would show one option and use another.
 */
export function RadioCards<Value extends string | number>({ legend, options, chosen, onChoose }: Props<Value>) {
  const name = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const takeOver = useEffectEvent(() => {
    const early = options.find(
      ({ value }) => `${value}` === box.current?.querySelector<HTMLInputElement>('input:checked')?.value,
    );
    if (early && early.value !== chosen) onChoose(early.value);
  });
  useLayoutEffect(() => takeOver(), []);
  return (
    <fieldset ref={box} className={styles.cards}>
      <legend>{legend}</legend>
      {options.map(({ value, label, aside }) => (
        <label key={value} className={styles.card}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{label}</span>
          {aside}
        </label>
      ))}
    </fieldset>
  );
}
