import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { buttonClass } from '../components/controls.tsx'
import { EmptyState, ErrorNote, PageFrame } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { shellEnglish } from './english.ts'

const t = messages('shell/frame', shellEnglish).errors

/** Replaces a page that threw while rendering. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <PageFrame title={t.title}>
      <ErrorNote error={error} what={t.notShown} onRetry={reset} />
    </PageFrame>
  )
}

/** In place of a page that the person's role does not use. */
export function NotAllowed({ page }: { page: string }) {
  return (
    <PageFrame title={page}>
      <EmptyState title={t.role}>
        <p>{t.otherRole}</p>
        <Link to="/" className={buttonClass('primary')}>
          {t.overview}
        </Link>
      </EmptyState>
    </PageFrame>
  )
}

export function NotFound() {
  return (
    <PageFrame title={t.notFound}>
      <EmptyState title={t.noPage}>
        <Link to="/" className={buttonClass('primary')}>
          {t.overview}
        </Link>
      </EmptyState>
    </PageFrame>
  )
}
