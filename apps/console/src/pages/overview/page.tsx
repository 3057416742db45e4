import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAbout } from '../../api/use-about.ts'
import { useNow } from '../../lib/use-now.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { Figures } from './figures.tsx'
import { FirstOrder } from './first-order.tsx'
import { Followed } from './followed.tsx'
import { SampleButton } from './sample-button.tsx'
import { SpanPicker } from './span-picker.tsx'
import { spanOf } from './spans.ts'
import { useAnyOrder, useOverview } from './use-overview.ts'
import type { Sample } from './use-sample.ts'

const route = getRouteApi('/')

/** What came in, what did not, and what waits for a person. */
export function Page() {
  const search = route.useSearch()
  const span = spanOf(search, useNow())
  const overview = useOverview(span)
  const any = useAnyOrder(overview.data?.orders === 0)
  const { data: about } = useAbout()
  const [followed, setFollowed] = useState<Sample>()
  const none = overview.data?.orders === 0 && any.data === false

  return (
    <PageFrame
      title="Overview"
      actions={
        !none && (
          <>
            <SpanPicker span={span} />
            {about?.sandbox && <SampleButton look="quiet" onMade={setFollowed} />}
          </>
        )
      }
    >
      {followed !== undefined && <Followed sample={followed} onClose={() => setFollowed(undefined)} />}
      {overview.error && !overview.data ? (
        <ErrorNote error={overview.error} what="The sums could not be read." onRetry={() => void overview.refetch()} />
      ) : !overview.data || (overview.data.orders === 0 && any.isPending) ? (
        <Loading what="the sums" lines={10} />
      ) : none ? (
        <FirstOrder onMade={setFollowed} />
      ) : (
        <Figures overview={overview.data} outdated={overview.isPlaceholderData} />
      )}
    </PageFrame>
  )
}
