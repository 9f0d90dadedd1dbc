import { Component } from 'react';
import type { ReactNode } from 'react';
import { nameFault, tellUnhandled } from '../../lib/errors/unhandled-errors.ts';
import { t } from '../../lib/texts/texts.ts';
import { ErrorState } from './error-state.tsx';

interface Props {
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | undefined;
}

/** Keeps a failing part from breaking the whole page (decision C8.4). Shows the error in its place and in a toast. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    nameFault(error);
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    tellUnhandled(error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <ErrorState
        title={t('general.partFailed')}
        error={failure.error}
        onRetry={() => this.setState({ failure: undefined })}
      />
    );
  }
}
