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
