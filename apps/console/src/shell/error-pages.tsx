import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { buttonClass } from '../components/controls.tsx'
import { Empty, ErrorNote, PageFrame } from '../components/page.tsx'

/** A page that threw. The rest of the console stands. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <PageFrame title="This page broke">
      <ErrorNote error={error} what="It could not be drawn." onRetry={reset} />
    </PageFrame>
  )
}

export function NotFound() {
  return (
    <PageFrame title="No such page">
      <Empty title="The console has no page at this address.">
        <Link to="/" className={buttonClass('main')}>
          To the overview
        </Link>
      </Empty>
    </PageFrame>
  )
}
