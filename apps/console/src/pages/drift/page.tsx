import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { CompareForm } from './compare-form.tsx'
import { Report } from './report.tsx'
import { useDrift } from './use-drift.ts'

/** Where the books and the provider say different things. */
export function Page() {
  const { data, error, refetch } = useDrift()
  return (
    <PageFrame title="Drift">
      <CompareForm />
      {data ? (
        <Report report={data} />
      ) : error ? (
        <ErrorNote error={error} what="The last report could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the last report" lines={5} />
      )}
    </PageFrame>
  )
}
