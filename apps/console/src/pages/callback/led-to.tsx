import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { StateMark } from '../../ui/state-mark.tsx'

/** The decision about the order in which this callback was heard, with the rule that spoke. */
export function LedTo({ callbackId, merchantOrderId }: { callbackId: string; merchantOrderId: string }) {
  const { data: story, isError } = useQuery({
    queryKey: keys.order(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
    retry: false,
  })
  if (isError) return 'Nothing: the order is not in these books'
  if (!story) return '…'
  const heardIn = story.decisions.filter(({ observations }) =>
    observations.some(({ kind, source }) => kind === 'callback' && source === callbackId),
  )
  const decision = heardIn.at(-1)
  if (!decision) return 'Nothing yet'
  const { from, to, explains } = decision
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3">
        {from === to ? (
          <>
            <StateMark kind="order" state={to} /> as before
          </>
        ) : (
          <>
            <StateMark kind="order" state={from} /> <span className="text-soft">then</span>{' '}
            <StateMark kind="order" state={to} />
          </>
        )}
      </span>
      <span>{explains}</span>
      <Link
        to="/orders/$merchantOrderId"
        params={{ merchantOrderId }}
        className="w-fit text-brass underline underline-offset-2"
      >
        The order’s story
      </Link>
    </span>
  )
}
