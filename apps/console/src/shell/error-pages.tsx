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

/** In place of a page that the person's role does not use. */
export function NotAllowed({ page }: { page: string }) {
  return (
    <PageFrame title={page}>
      <EmptyState title="Your role does not use this page.">
        <p>An admin can give you another role.</p>
        <Link to="/" className={buttonClass('primary')}>
          Go to the overview
        </Link>
      </EmptyState>
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
