import { IconMenu2 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import type { Action } from '../../../lib/actions/use-action.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { FailureAlert } from '../../../ui/message/failure-alert.tsx';
import { LanguageSelector } from '../../../ui/page/language-selector.tsx';
import styles from './menu-button.module.css';
import { preloadSidebar, Sidebar } from './sidebar.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Opens the sidebar as a drawer if the screen has no room for it. */
export function MenuButton({ signOut }: { signOut: Action<void> }) {
  const { t } = useTranslation();
  const drawerId = useId();
  const { href } = useLocation();
  // The drawer is open only for the address on which it was opened, so following a link closes it.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === href;
  const tenant = useTenant();
  useEffect(() => preloadSidebar(tenant), [tenant]);

  return (
    <div className={styles.menu}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={drawerId}
        aria-label={t('header.openMenu')}
        onClick={() => setOpenOn(href)}
      >
        <IconMenu2 size={22} aria-hidden="true" />
      </button>
      <Drawer id={drawerId} label={t('header.menu')} open={open} onClose={() => setOpenOn(undefined)}>
        {open && (
          <>
            {signOut.failure && (
              <div className={styles.failure}>
                <FailureAlert failure={signOut.failure} />
              </div>
            )}
            <Sidebar />
            <div className={styles.tools}>
              <LanguageSelector />
              <SignOutButton onSignOut={signOut.run} />
            </div>
          </>
        )}
      </Drawer>
    </div>
  );
}
