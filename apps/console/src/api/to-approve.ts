import { useQuery } from '@tanstack/react-query'
import { useStore } from './browser.ts'
import { session } from './client.ts'
import { useMayCall } from './permissions.tsx'
import { toApproveQuery } from './queries.ts'

/** How many refunds this person may approve, who cannot approve their own; at most 100. */
export function useToApprove(): number {
  const may = useMayCall()('POST /refunds/:merchantRefundId/approve')
  const { user } = useStore(session)
  const { data: requesters = [] } = useQuery({ ...toApproveQuery, enabled: may })
  return may ? requesters.filter((name) => name !== user?.name).length : 0
}
