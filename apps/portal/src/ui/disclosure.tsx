import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../lib/texts/texts.ts';
import { Button } from './button.tsx';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  title: string;
  /** The current value. */
  value: ReactNode;
  /** The label of the button that opens the form, such as "Change password". */
  change: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** The result of the last change. */
  outcome: ReactNode;
  /** The form. */
  children: ReactNode;
}

/** A setting that seldom changes: a line with its value, and its form behind a button. The focus moves along. */
export function Disclosure({ title, value, change, isOpen, onToggle, outcome, children }: DisclosureProps) {
  const { t } = useTranslation();
  const line = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    (isOpen
      ? form.current?.querySelector<HTMLInputElement>('input:not([hidden])')
      : line.current?.querySelector('button')
    )?.focus();
  }, [isOpen]);

  return (
    <div className={styles.disclosure}>
      <div ref={line} className={styles.line}>
        <div className={styles.now}>
          <h3>{title}</h3>
          <div className={styles.value}>{value}</div>
        </div>
        <Button type="button" variant="default" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          {isOpen ? t('form.cancel') : change}
        </Button>
      </div>
      {outcome}
      {isOpen && <div ref={form}>{children}</div>}
    </div>
  );
}
