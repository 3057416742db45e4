import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorNote } from '../ui/error-note.tsx'
import { PageFrame } from '../ui/page.tsx'

/** A page that threw. The rest of the console stands. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <PageFrame title="This page broke">
      <ErrorNote error={error} what="It could not be drawn." onRetry={reset} />
    </PageFrame>
  )
}
