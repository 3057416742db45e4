import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { LinkChannel } from '@galla/contract/gateway-api/links'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm, Dialog, DialogForm, showToast } from '../../components/dialog.tsx'
import { part } from '../../components/lazy.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { Channels } from './link-channels.tsx'

const SendLink = part(() => import('./send-link.tsx').then(({ SendLink }) => SendLink), { floating: true })

type Opened = 'send' | 'remind' | 'cancel'

/** Sends a link for a cart that is not paid, and reminds of an open link or cancels it. */
export function LinkActions({ story: { order, siblings } }: { story: OrderWithTimeline }) {
  const [opened, setOpened] = useState<Opened>()
  const onClose = () => setOpened(undefined)
  const isOpenLink = order.checkout === 'LINK' && order.state === 'PENDING' && !order.needsReview
  const isPaid = [order, ...siblings].some(({ resolution }) => resolution === 'fulfil')
  if (!isOpenLink && (isPaid || order.state === 'COMPLETED' || order.needsReview)) return null
  return isOpenLink ? (
    <Allowed to="POST /links/:merchantOrderId/remind">
      {!isPaid && <Button onClick={() => setOpened('remind')}>Remind the payer…</Button>}
      <Button onClick={() => setOpened('cancel')}>Cancel link…</Button>
      {opened === 'remind' && <RemindDialog order={order} onClose={onClose} />}
      {opened === 'cancel' && <CancelDialog order={order} onClose={onClose} />}
    </Allowed>
  ) : (
    <Allowed to="POST /orders/:merchantOrderId/link">
      <Button onClick={() => setOpened('send')}>Send a link…</Button>
      {opened === 'send' && <SendLink order={order} onClose={onClose} />}
    </Allowed>
  )
}

interface LinkDialogProps {
  order: Order
  onClose(): void
}

function RemindDialog({ order: { merchantOrderId, amount }, onClose }: LinkDialogProps) {
  const client = useQueryClient()
  const [sendBy, setSendBy] = useState<readonly LinkChannel[]>(['SMS'])
  const [submitted, setSubmitted] = useState(false)
  const remind = useMutation({
    mutationFn: () =>
      consoleApi('POST /links/:merchantOrderId/remind', { params: { merchantOrderId }, body: { sendBy: [...sendBy] } }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      showToast('The link was sent again.')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="Remind the payer">
      <DialogForm
        action="Send the link again"
        busy={remind.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (sendBy.length > 0) remind.mutate()
        }}
      >
        <p>
          The provider sends the link of {amountText(amount)} once more, to the number and address that it was given. It
          limits how often.
        </p>
        <Channels value={sendBy} onChange={setSendBy} isMissing={submitted && sendBy.length === 0} />
        {remind.error && <ErrorNote error={remind.error} what="The link was not sent, or it is not known." />}
      </DialogForm>
    </Dialog>
  )
}

function CancelDialog({ order: { merchantOrderId, amount }, onClose }: LinkDialogProps) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => consoleApi('POST /links/:merchantOrderId/cancel', { params: { merchantOrderId } }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      showToast(
        story.order.state === 'COMPLETED' ? 'The link was paid before: it is not cancelled.' : 'The link is cancelled.',
      )
      onClose()
    },
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
      title="Cancel the link"
      action="Cancel the link"
      busy={cancel.isPending}
      error={cancel.error && <ErrorNote error={cancel.error} what="The link was not cancelled, or it is not known." />}
    >
      <p>The link of {amountText(amount)} can be paid no more. A payment that is running now is refunded.</p>
    </Confirm>
  )
}
