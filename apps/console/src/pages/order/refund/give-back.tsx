import type { Order } from '@galla/contract/gateway-api/orders'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { RefundForm } from './refund-form.tsx'
import { RefundProgress } from './refund-progress.tsx'

/** Gives money back. The refund's id is made when the form opens: however often it is sent, it is one refund. */
export function GiveBack({ order, onClose }: { order: Order; onClose(): void }) {
  const [merchantRefundId] = useState(() => `r-${crypto.randomUUID()}`)
  const [asked, setAsked] = useState(false)
  return (
    <Dialog open onClose={onClose} title="Refund">
      {asked ? (
        <RefundProgress merchantRefundId={merchantRefundId} onClose={onClose} />
      ) : (
        <RefundForm
          order={order}
          merchantRefundId={merchantRefundId}
          onAsked={() => setAsked(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
