import { IconApps, IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeAppAddress } from '../../../features/micro-apps/app-address.ts';
import { AppIcon } from '../../../features/micro-apps/app-icon.tsx';
import type { MicroApp, MicroAppPart } from '../../../features/micro-apps/micro-app.ts';
import { useOpenApps } from '../../../features/micro-apps/open-apps.ts';
import { useAppText } from '../../../features/micro-apps/use-app-text.ts';
import { useMicroApps } from '../../../features/micro-apps/use-micro-apps.ts';
import { EmptyPlace } from './empty-place.tsx';
import styles from './sidebar.module.css';

/** Partners' apps: an app with one part is a link, one with several is a submenu (SHELL-7). */
export function SidebarApps() {
  const { places, hasFailed, retry } = useMicroApps();
  return (
    <>
      {places.map((app, place) =>
        app === null ? (
          <EmptyPlace key={place} />
        ) : (
          <li key={app.id}>
            {app.parts.length === 1 ? <PartLink app={app} part={app.parts[0]} /> : <Submenu app={app} />}
          </li>
        ),
      )}
      {hasFailed && (
        <li>
          <RetryEntry onRetry={retry} />
        </li>
      )}
    </>
  );
}

function Submenu({ app }: { app: MicroApp }) {
  const textOf = useAppText();
  const listId = useId();
  const isShown = useOpenApps().some(({ appId }) => appId === app.id);
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

function PartLink({ app, part }: { app: MicroApp; part: MicroAppPart }) {
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

/** Some app could not be loaded. The entry tries again. */
function RetryEntry({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.entry} onClick={() => void onRetry()}>
      <IconRefresh size={20} aria-hidden="true" />
      {t('microApps.someNotLoaded')}
    </button>
  );
}
