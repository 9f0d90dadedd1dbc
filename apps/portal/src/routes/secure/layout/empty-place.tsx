import { unloadedPlaces } from '../../../features/micro-apps/places.ts';
import styles from './sidebar.module.css';

/** The place of an app that is still loading. */
export const EmptyPlace = () => <li className={styles.place} aria-hidden="true" />;

/** The places of all apps until the part of the menu that loads them is there. */
export const EmptyPlaces = () => unloadedPlaces().map((_, place) => <EmptyPlace key={place} />);
