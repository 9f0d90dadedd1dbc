import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import i18next from 'i18next';
import { nameFault, tellUnhandled } from '../lib/unhandled-errors.ts';
import { isOffline } from '../lib/online.ts';
import { ErrorState } from './error-state.tsx';

/** A component whose code may be loaded before it is drawn. */
type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/**
 * A part of a page that is loaded when it is first drawn, inside the nearest Suspense. When it can't be loaded, the page
 * around it stays: the part says so in its place and can be tried again. Without a connection it stays empty, because
 * the page says that once for all its parts, and comes when there is one.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const make = () => lazy(async () => ({ default: await load() }));
  // React keeps the failure of a lazy component for good, so a new try needs a new one.
  let current = make();
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => current);
    const retry = () => {
      current = make();
      setLoaded(() => current);
    };
    return (
      <PartBoundary onRetry={retry}>
        <Loaded {...props} />
      </PartBoundary>
    );
  }
  // A failure is said where the part is drawn.
  const preload = () => void load().catch(() => undefined);
  return Object.assign(Part, { preload });
}

interface Props {
  onRetry: () => void;
  children: ReactNode;
}

interface State {
  failure: { error: unknown; wasOffline: boolean } | undefined;
}

class PartBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    nameFault(error);
    return { failure: { error, wasOffline: isOffline() } };
  }

  override componentDidCatch(error: unknown): void {
    if (!isOffline()) tellUnhandled(error);
    addEventListener('online', this.#retry);
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.#retry);
  }

  readonly #retry = () => {
    removeEventListener('online', this.#retry);
    this.props.onRetry();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (failure.wasOffline) return null;
    return <ErrorState title={i18next.t('general.partFailed')} error={failure.error} onRetry={this.#retry} />;
  }
}
