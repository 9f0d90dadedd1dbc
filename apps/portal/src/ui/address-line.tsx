import { Fragment } from 'react';
import styles from './address-line.module.css';

/** An address in a line. It breaks only after a comma, so that a postcode stays whole, and beside its town. */
export function AddressLine({ children }: { children: string }) {
  const parts = children.split(/,\s+/);
  return parts.map((part, place) => (
    <Fragment key={place}>
      <span className={styles.part}>{place < parts.length - 1 ? `${part},` : part}</span>{' '}
    </Fragment>
  ));
}
