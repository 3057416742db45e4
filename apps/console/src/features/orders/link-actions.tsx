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
import { messages } from '../../i18n/messages.ts'
import { linksEnglish } from './english-links.ts'
import { Channels } from './link-channels.tsx'

const t = messages('orders/links', linksEnglish)

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
      {!isPaid && <Button onClick={() => setOpened('remind')}>{t.remind.open}</Button>}
      <Button onClick={() => setOpened('cancel')}>{t.cancel.open}</Button>
      {opened === 'remind' && <RemindDialog order={order} onClose={onClose} />}
      {opened === 'cancel' && <CancelDialog order={order} onClose={onClose} />}
    </Allowed>
  ) : (
    <Allowed to="POST /orders/:merchantOrderId/link">
      <Button onClick={() => setOpened('send')}>{t.send.open}</Button>
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
      showToast(t.remind.done)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={t.remind.title}>
      <DialogForm
        action={t.remind.action}
        busy={remind.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (sendBy.length > 0) remind.mutate()
        }}
      >
        <p>{t.remind.text(amountText(amount))}</p>
        <Channels value={sendBy} onChange={setSendBy} isMissing={submitted && sendBy.length === 0} />
        {remind.error && <ErrorNote error={remind.error} what={t.remind.failed} />}
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
      showToast(story.order.state === 'COMPLETED' ? t.cancel.paid : t.cancel.done)
      onClose()
    },
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
      title={t.cancel.title}
      action={t.cancel.title}
      dismiss={t.cancel.dismiss}
      busy={cancel.isPending}
      error={cancel.error && <ErrorNote error={cancel.error} what={t.cancel.failed} />}
    >
      <p>{t.cancel.text(amountText(amount))}</p>
    </Confirm>
  )
}
