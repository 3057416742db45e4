import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { buttonClass } from '../components/controls.tsx'
import { EmptyState, ErrorNote, PageFrame } from '../components/page.tsx'

/** Replaces a page that threw while rendering. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <PageFrame title="Page error">
      <ErrorNote error={error} what="This page could not be shown." onRetry={reset} />
    </PageFrame>
  )
}

export function NotFound() {
  return (
    <PageFrame title="Page not found">
      <EmptyState title="The console has no page at this address.">
        <Link to="/" className={buttonClass('primary')}>
          Go to the overview
        </Link>
      </EmptyState>
    </PageFrame>
  )
}
