import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { markOf } from '../../ui/states.ts'
import { say } from '../../ui/toast.tsx'

const GiveBack = lazy(() => import('./refund/give-back.tsx').then(({ GiveBack }) => ({ default: GiveBack })))

/** What a person may do with an order: ask the provider, give money back. */
export function OrderActions({ story: { order } }: { story: OrderStory }) {
  const client = useQueryClient()
  const { merchantOrderId } = order
  const [giving, setGiving] = useState(false)
  const ask = useMutation({
    mutationFn: () => call('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } }),
    onSuccess: (story) => {
      client.setQueryData(keys.order(merchantOrderId), story)
      const { word } = markOf('order', story.order.state)
      say(
        story.order.state === order.state
          ? `The provider was asked. The order is still: ${word}.`
          : `The provider was asked. The order is now: ${word}.`,
      )
    },
  })
  return (
    <>
      {ask.error && <ErrorNote error={ask.error} what="The provider could not be asked." />}
      <Button busy={ask.isPending} onClick={() => ask.mutate()}>
        Ask the provider now
      </Button>
      {order.refundableAmount > 0 && (
        <Button look="main" onClick={() => setGiving(true)}>
          Refund…
        </Button>
      )}
      {giving && (
        <Suspense>
          <GiveBack order={order} onClose={() => setGiving(false)} />
        </Suspense>
      )}
    </>
  )
}
