import { IconApps, IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { readAppAddress, writeAppAddress } from '../../../features/micro-apps/app-address.ts';
import { AppIcon } from '../../../features/micro-apps/app-icon.tsx';
import { type MenuApp, useAppText } from '../../../features/micro-apps/micro-app.ts';
import { useOpenApps } from '../../../features/micro-apps/open-apps.ts';
import { useMicroApps } from '../../../features/micro-apps/use-micro-apps.ts';
import { type ActionLock, useActionLock } from '../../../lib/actions/action-lock.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './sidebar.module.css';
import { UnknownEntries } from './unknown-entries.tsx';

/** Partners' apps: an app with one part is a link, one with several is a submenu (SHELL-7). */
export function SidebarApps() {
  const { menu, isMenuPending, hasFailed, retry } = useMicroApps();
  const lock = useActionLock();
  return (
    <>
      {menu.map((app) => (
        <li key={app.id}>
          {app.parts.length === 1 ? <PartLink app={app} part={app.parts[0]} /> : <Submenu app={app} />}
        </li>
      ))}
      {isMenuPending && !lock.isRunning && <UnknownEntries />}
      {(hasFailed || lock.isRunning) && (
        <li>
          <RetryEntry lock={lock} onRetry={retry} />
        </li>
      )}
    </>
  );
}

function Submenu({ app }: { app: MenuApp }) {
  const textOf = useAppText();
  const listId = useId();
  // The page's address names its app before the app's frame is there.
  const addressed = readAppAddress(useSearch({ strict: false }).app)?.id;
  const isShown = useOpenApps().some(({ appId }) => appId === app.id) || addressed === app.id;
  // Open if one of its parts is on the screen, until the reader changes it.
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isShown;
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setChosen(!isOpen)}
      >
        <IconApps size={20} aria-hidden="true" />
        {textOf(app)}
        <IconChevronDown size={18} aria-hidden="true" className={styles.chevron} />
      </button>
      <ul id={listId} className={styles.submenu} hidden={!isOpen}>
        {app.parts.map((part) => (
          <li key={part.id}>
            <PartLink app={app} part={part} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PartLink({ app, part }: { app: MenuApp; part: MenuApp['parts'][number] }) {
  const textOf = useAppText();
  return (
    <Link
      to="/secure/micro-app"
      search={{ app: writeAppAddress({ id: app.id, partId: part.id }) }}
      className={styles.entry}
      preload={false}
    >
      <AppIcon name={part.icon} />
      {textOf(part)}
    </Link>
  );
}

interface RetryProps {
  lock: ActionLock;
  onRetry: () => Promise<unknown>;
}

/** Some app could not be loaded. The entry tries again, and stays meanwhile, so that it keeps the focus. */
function RetryEntry({ lock: { isRunning, locked, run }, onRetry }: RetryProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.entry} aria-disabled={locked || undefined} onClick={() => run(onRetry)}>
      {isRunning ? <Spinner /> : <IconRefresh size={20} aria-hidden="true" />}
      {t(isRunning ? 'general.retrying' : 'microApps.someNotLoaded')}
    </button>
  );
}
