import type { LinkChannel } from '@galla/contract/gateway-api/links'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defined } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, Field, Select } from '../../components/controls.tsx'
import { CopyText } from '../../components/copy.tsx'
import { Dialog, DialogFooter, DialogForm } from '../../components/dialog.tsx'
import { DescriptionList, Detail, ErrorNote } from '../../components/page.tsx'
import { Amount, Id, OrderLink, Time } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { linksEnglish } from './english-links.ts'
import { Channels } from './link-channels.tsx'

const { send: t, channels, created } = messages('orders/links', linksEnglish)

/** Sends a payment link for the cart of an order. Its id is made when the dialog opens, so that sending the form twice creates one link. */
export function SendLink({ order, onClose }: { order: Order; onClose(): void }) {
  const [merchantOrderId] = useState(() => `l-${crypto.randomUUID()}`)
  const [createdOrder, setCreated] = useState<Order>()
  return (
    <Dialog open onClose={onClose} title={t.title}>
      {createdOrder ? (
        <CreatedLink order={createdOrder} onClose={onClose} />
      ) : (
        <LinkForm order={order} merchantOrderId={merchantOrderId} onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  )
}

const DAY_SEC = 86_400
const LIVES = ['1', '3', '7', '14', '30'] as const
type Days = (typeof LIVES)[number]
const LIFE_OPTIONS = LIVES.map((value) => ({ value, label: t.days(Number(value)) }))

interface LinkFormProps {
  order: Order
  merchantOrderId: string
  onCreated(order: Order): void
  onClose(): void
}

function LinkForm({ order, merchantOrderId, onCreated, onClose }: LinkFormProps) {
  const client = useQueryClient()
  const [phoneNumber, setPhoneNumber] = useState('')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [days, setDays] = useState<Days>('7')
  const [sendBy, setSendBy] = useState<readonly LinkChannel[]>(['SMS'])
  const [submitted, setSubmitted] = useState(false)
  const problems = problemsOf(phoneNumber, email, sendBy)
  const send = useMutation({
    mutationFn: () =>
      consoleApi('POST /orders/:merchantOrderId/link', {
        params: { merchantOrderId: order.merchantOrderId },
        body: defined({
          merchantOrderId,
          customer: defined({ phoneNumber, email: email || undefined, name: name || undefined }),
          sendBy: sendBy.length > 0 ? [...sendBy] : undefined,
          description: description || undefined,
          expireAfter: Number(days) * DAY_SEC,
        }),
      }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      void client.invalidateQueries({ queryKey: queryKeys.order(order.merchantOrderId) })
      onCreated(story.order)
    },
  })
  return (
    <DialogForm
      action={sendBy.length > 0 ? t.createAndSend : t.create}
      busy={send.isPending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (!problems.phoneNumber && !problems.email) send.mutate()
      }}
    >
      <DescriptionList>
        <Detail name={t.cart}>{visibleText(order.reference)}</Detail>
        <Detail name={t.amount}>
          <Amount paise={order.amount} strong />
        </Detail>
      </DescriptionList>
      <Field
        label={t.phone}
        data-first
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={phoneNumber}
        onChange={setPhoneNumber}
        error={submitted ? problems.phoneNumber : undefined}
        hint={t.phoneHint}
      />
      <Channels value={sendBy} onChange={setSendBy} {...(sendBy.length === 0 ? { hint: channels.nobody } : {})} />
      <Field
        label={t.email(sendBy.includes('EMAIL'))}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={submitted ? problems.email : undefined}
      />
      <Field label={t.name} autoComplete="off" value={name} onChange={setName} maxLength={255} />
      <Field
        label={t.description}
        autoComplete="off"
        value={description}
        onChange={setDescription}
        maxLength={150}
        hint={t.descriptionHint}
      />
      <Select<Days> label={t.life} value={days} onChange={setDays} options={LIFE_OPTIONS} />
      {send.error && <ErrorNote error={send.error} what={t.failed} unknown={t.unknown} />}
    </DialogForm>
  )
}

/** Says what is wrong with the fields, and how to correct them. */
export function problemsOf(
  phoneNumber: string,
  email: string,
  sendBy: readonly LinkChannel[],
): { phoneNumber?: string; email?: string } {
  const digits = phoneNumber.replace(/[\s-]/g, '')
  const isNumber = /^(?:\d{10}|\+[1-9]\d{7,14})$/.test(digits)
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email)
  return {
    ...(isNumber ? {} : { phoneNumber: t.badPhone }),
    ...(email === '' && sendBy.includes('EMAIL') ? { email: t.noEmail } : {}),
    ...(email === '' || isAddress ? {} : { email: t.badEmail }),
  }
}

function CreatedLink({ order, onClose }: { order: Order; onClose(): void }) {
  const { merchantOrderId, linkUrl, expiresAtMs } = order
  return (
    <div className="grid gap-4" aria-live="polite">
      <p>{created.done}</p>
      <DescriptionList>
        <Detail name={created.link}>{linkUrl && <Id value={linkUrl} what={created.what} />}</Detail>
        <Detail name={created.order}>
          <OrderLink merchantOrderId={merchantOrderId} />
        </Detail>
        <Detail name={created.until}>{expiresAtMs && <Time atMs={expiresAtMs} full planned />}</Detail>
      </DescriptionList>
      <DialogFooter>
        {linkUrl && <CopyText text={linkUrl}>{created.copy}</CopyText>}
        <Button variant="primary" data-first onClick={onClose}>
          {created.close}
        </Button>
      </DialogFooter>
    </div>
  )
}
