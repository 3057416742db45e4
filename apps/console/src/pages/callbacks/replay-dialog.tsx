import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { say } from '../../ui/toast.tsx'
import { ReplayPreview } from './replay-preview.tsx'

interface ReplayDialogProps {
  callbackIds: readonly string[]
  onClose(): void
  onDone(): void
}

/** First what a replay would change, with the provider asked for it; then the replay. */
export function ReplayDialog({ callbackIds, onClose, onDone }: ReplayDialogProps) {
  const client = useQueryClient()
  const body = { callbackIds: [...callbackIds] }
  const preview = useQuery({
    queryKey: ['replay-preview', ...callbackIds],
    queryFn: ({ signal }) => call('POST /callbacks/replay-preview', { body, signal }),
    // A preview of a moment ago may be wrong by now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const replay = useMutation({
    mutationFn: () => call('POST /callbacks/replay', { body }),
    onSuccess: async ({ replayed }) => {
      await client.invalidateQueries({ queryKey: ['callbacks'] })
      await client.invalidateQueries({ queryKey: ['callback'] })
      say(
        replayed === 1 ? '1 callback lies in the inbox again.' : `${replayed} callbacks lie in the inbox again.`,
        'good',
      )
      onDone()
    },
  })
  const count = preview.data?.count
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => {
        if (count) replay.mutate()
      }}
      title="Replay callbacks"
      verb={count === undefined ? 'Replay' : count === 0 ? 'Nothing to replay' : `Replay ${counted(count)}`}
      busy={replay.isPending || preview.isFetching}
      error={replay.error && <ErrorNote error={replay.error} what="They were not replayed." />}
    >
      {preview.data ? (
        <ReplayPreview preview={preview.data} asked={callbackIds.length} />
      ) : preview.error ? (
        <ErrorNote
          error={preview.error}
          what="What it would change could not be found out."
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <>
          <p className="mb-2">Asking the provider what each order is now…</p>
          <Loading what="the preview" lines={3} />
        </>
      )}
    </Confirm>
  )
}

const counted = (count: number): string => (count === 1 ? '1 callback' : `${count} callbacks`)
