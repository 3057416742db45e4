import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CallCode } from './call-code.tsx'
import { CallFacts } from './call-facts.tsx'

/** One call: what was asked, what came back, what that means, and the way to do it again by hand. */
export function CallDialog({ callId, onClose }: { callId: string; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.apiCall(callId),
    queryFn: ({ signal }) => call('GET /calls/:callId', { params: { callId }, signal }),
    // What was written down does not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog open onClose={onClose} title="Call to the provider" wide>
      {data ? (
        <div className="grid grid-cols-1 gap-6">
          <CallFacts call={data} />
          <CallCode call={data} />
        </div>
      ) : error ? (
        <ErrorNote error={error} what="This call could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the call" />
      )}
    </Dialog>
  )
}
