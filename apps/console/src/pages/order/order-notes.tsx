import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import { lazy, Suspense } from 'react'
import { Note } from '../../ui/error-note.tsx'
import { Parked } from './needs-review.tsx'
import { SETTLEMENTS } from './words/settlements.ts'

const FailureNote = lazy(() => import('./failure-note.tsx').then(({ FailureNote }) => ({ default: FailureNote })))

/** What somebody who opens the page at night must know first. */
export function OrderNotes({ story: { order } }: { story: OrderStory }) {
  const resolution = order.resolution && SETTLEMENTS[order.resolution]
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {order.needsReview && <Parked order={order} needsReview={order.needsReview} />}
      {resolution && (
        <Note tone="wait">
          <p>{resolution}</p>
        </Note>
      )}
      {order.state === 'FAILED' && (
        <Suspense>
          <FailureNote order={order} />
        </Suspense>
      )}
    </div>
  )
}
