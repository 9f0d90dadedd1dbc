import type { BankForm } from '@quayside/contract/three-d-secure-1.ts';
import { useState } from 'react';

/** The open bank page, with the functions that close it. */
export interface OpenBankPage {
  form: BankForm;
  onAnswered: () => void;
  onCancel: () => void;
}

/** Shows the bank's page of 3-D Secure 1, and returns how its reader left it. */
export function useBankPage() {
  const [open, setOpen] = useState<OpenBankPage | null>(null);
  const show = (form: BankForm) =>
    new Promise<'answered' | 'cancelled'>((resolve) => {
      const leave = (how: 'answered' | 'cancelled') => () => {
        setOpen(null);
        resolve(how);
      };
      setOpen({ form, onAnswered: leave('answered'), onCancel: leave('cancelled') });
    });
  return { open, show };
}
