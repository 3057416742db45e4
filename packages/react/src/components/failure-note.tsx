import type { ReactElement } from 'react'
import type { ComponentMessages } from '../i18n/component-messages.ts'
import { Alert, Button } from './controls.tsx'
import { type Failure, needsReload } from './error-boundary.tsx'

/** Props of `<FailureNote>`. */
export interface FailureNoteProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** The failure, from the `fallback` of an `<ErrorBoundary>` or the `Failed` of a `lazyPart`. */
  failure: Failure
}

/**
 * Message in place of a failed part of the page, with a button to try again. If a retry cannot help, a second button
 * reloads the page.
 *
 * @example
 * ```tsx
 * <ErrorBoundary fallback={(failure) => <FailureNote messages={en} failure={failure} />}>
 *   <Checkout />
 * </ErrorBoundary>
 * ```
 */
export function FailureNote({ messages, failure }: FailureNoteProps): ReactElement {
  const { retry, retrying, retries } = failure
  const reloads = needsReload(failure)
  return (
    <div className="galla-stack">
      {/* A new one after each retry, so that screen readers announce it again. */}
      <Alert key={retries} tone="error">
        {reloads ? messages.partOutdated : messages.partFailed}
      </Alert>
      <div className="galla-row">
        {reloads && <Button onClick={() => window.location.reload()}>{messages.reloadPage}</Button>}
        <Button variant={reloads ? 'secondary' : 'primary'} busy={retrying} onClick={retry}>
          {messages.tryAgain}
        </Button>
      </div>
    </div>
  )
}
