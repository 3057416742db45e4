import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { markState } from '../refunds/mark-state.ts'

/** Where the refund of a callback stands by now. */
export function RefundNow({ id }: { id: string }) {
  const { data, isError } = useQuery({
    queryKey: keys.refund(id),
    queryFn: ({ signal }) => call('GET /refunds/:merchantRefundId', { params: { merchantRefundId: id }, signal }),
    retry: false,
  })
  if (isError) return 'Not in these books'
  return data ? <StateMark kind="refund" state={markState(data)} /> : '…'
}
