import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { isOffline } from '../../lib/browser/online.ts';
import { pause } from '../../lib/browser/pause.ts';
import { isLoadFailure } from '../../lib/errors/failures.ts';
import { nameFault, tellUnhandled } from '../../lib/errors/unhandled-errors.ts';
import { withTexts } from '../../lib/texts/i18n.ts';
import { t } from '../../lib/texts/texts.ts';
import { ErrorState } from '../message/error-state.tsx';

/** A component whose code can be loaded before it is rendered. */
type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/**
 * Loads a part of a page when it is first rendered, inside the nearest Suspense. If that fails, the page around it
 * stays: the part shows the error in its place and can be tried again. Without a connection it stays empty, because
 * the page shows one notice for all parts. It loads when the connection returns.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const make = () =>
    lazy(async () => {
      await loadFailedStyles();
      return { default: await withTexts(load()) };
    });
  // React keeps the failure of a lazy component for ever, so a new try needs a new component.
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
  // In a step of its own, because it begins to load scripts and styles. The part itself shows a failure when it is
  // rendered.
  const preload = () => {
    if (import.meta.env.SSR) return;
    void pause()
      .then(() => withTexts(load()))
      .catch(() => undefined);
  };
  return Object.assign(Part, { preload });
}

interface Props {
  onRetry: () => void;
  children: ReactNode;
}

interface State {
  failure?: { error: unknown } | undefined;
}

class PartBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    nameFault(error);
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    if (!isOffline()) tellUnhandled(error);
    addEventListener('online', this.#retry);
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.#retry);
  }

  #tries = 0;

  /** Tries again. If the files are gone for good, as after an upgrade of the portal, only a new document has others. */
  readonly #pressed = () => {
    this.#tries += 1;
    if (this.#tries > 1 && isLoadFailure(this.state.failure?.error)) location.reload();
    else this.#retry();
  };

  readonly #retry = () => {
    removeEventListener('online', this.#retry);
    this.props.onRetry();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (isOffline()) return null;
    return (
      <div ref={showToPresser}>
        <ErrorState title={t('general.partFailed')} error={failure.error} onRetry={this.#pressed} />
      </div>
    );
  }
}

/** Scrolls to the error if a button was pressed for the part, such as for a dialog: its place may be out of sight. */
function showToPresser(place: HTMLElement | null): void {
  if (document.activeElement?.matches('button')) place?.scrollIntoView({ block: 'nearest' });
}

const failed = new Set<HTMLLinkElement>();

const note = ({ target }: Event) => {
  if (!(target instanceof HTMLLinkElement)) return;
  if (target.rel === 'stylesheet') failed.add(target);
  // Safari keeps the failure of a script that is loaded ahead, also for the next document, until a page asks for the
  // file in another way.
  else fetch(target.href).catch(() => undefined);
};
// Captured, because the event doesn't bubble.
if (!import.meta.env.SSR) addEventListener('error', note, true);

/**
 * Loads failed styles again. The build's loader requests a style only once, so a part whose first load failed would
 * otherwise have no styles.
 * @throws Error if one fails again, with the words of the build's loader
 */
async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<unknown> {
  failed.delete(link);
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as typeof link;
    again.onload = resolve;
    again.onerror = () => reject(new Error('Unable to preload CSS'));
    link.replaceWith(again);
  });
}
