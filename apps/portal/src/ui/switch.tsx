import styles from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

/** An on/off switch. The label around it names it. */
export function Switch({ checked, onChange, disabled }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
