import styles from './switch.module.css';

interface SwitchProps {
  /** The name of its field, in a form that works without scripts. */
  name?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

/** An on/off switch. The label around it names it. */
export function Switch({ name, checked, onChange, disabled }: SwitchProps) {
  return (
    <input
      type="checkbox"
      autoComplete="off"
      role="switch"
      name={name}
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export interface SwitchRowProps {
  label: string;
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Highlights a switch that has just changed. */
  highlighted?: boolean;
  disabled?: boolean;
}

/** A setting that is on or off, with the switch at the end of its line. */
export function SwitchRow({ label, name, checked, onChange, highlighted = false, disabled }: SwitchRowProps) {
  return (
    <label className={styles.row} data-highlighted={highlighted || undefined}>
      <span className={styles.label}>{label}</span>
      <Switch name={name} checked={checked} onChange={onChange} disabled={disabled} />
    </label>
  );
}
