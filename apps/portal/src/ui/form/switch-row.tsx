import { Switch } from './switch.tsx';
import styles from './switch-row.module.css';

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
