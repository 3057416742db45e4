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
import { visibleText } from '../../i18n/visible-text.ts'
import { Channels } from './link-channels.tsx'

/** Sends a payment link for the cart of an order. Its id is made when the dialog opens, so that sending the form twice creates one link. */
export function SendLink({ order, onClose }: { order: Order; onClose(): void }) {
  const [merchantOrderId] = useState(() => `l-${crypto.randomUUID()}`)
  const [created, setCreated] = useState<Order>()
  return (
    <Dialog open onClose={onClose} title="Send a payment link">
      {created ? (
        <CreatedLink order={created} onClose={onClose} />
      ) : (
        <LinkForm order={order} merchantOrderId={merchantOrderId} onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  )
}

const DAY_SEC = 86_400
const LIVES = ['1', '3', '7', '14', '30'] as const
type Days = (typeof LIVES)[number]
const LIFE_OPTIONS = LIVES.map((value) => ({ value, label: value === '1' ? '1 day' : `${value} days` }))

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
      action={sendBy.length > 0 ? 'Create and send' : 'Create the link'}
      busy={send.isPending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (!problems.phoneNumber && !problems.email) send.mutate()
      }}
    >
      <DescriptionList>
        <Detail name="Cart">{visibleText(order.reference)}</Detail>
        <Detail name="Amount">
          <Amount paise={order.amount} strong />
        </Detail>
      </DescriptionList>
      <Field
        label="Phone number of the payer"
        data-first
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={phoneNumber}
        onChange={setPhoneNumber}
        error={submitted ? problems.phoneNumber : undefined}
        hint="Ten digits, or with the country code. The gateway does not store it."
      />
      <Channels
        value={sendBy}
        onChange={setSendBy}
        {...(sendBy.length === 0 ? { hint: 'Nobody gets a message: you hand the link out yourself.' } : {})}
      />
      <Field
        label={sendBy.includes('EMAIL') ? 'E-mail address of the payer' : 'E-mail address of the payer (optional)'}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={submitted ? problems.email : undefined}
      />
      <Field label="Name of the payer (optional)" autoComplete="off" value={name} onChange={setName} maxLength={255} />
      <Field
        label="What it is for (optional)"
        autoComplete="off"
        value={description}
        onChange={setDescription}
        maxLength={150}
        hint="The payer sees it."
      />
      <Select<Days> label="The link can be paid for" value={days} onChange={setDays} options={LIFE_OPTIONS} />
      {send.error && (
        <ErrorNote
          error={send.error}
          what="The link was not created."
          unknown="It is not known whether the link was created. Sending the form again is safe: it is the same link."
        />
      )}
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
    ...(isNumber ? {} : { phoneNumber: 'Enter ten digits, or the number with its country code: +919000000001.' }),
    ...(email === '' && sendBy.includes('EMAIL') ? { email: 'Enter the address that gets the message.' } : {}),
    ...(email === '' || isAddress ? {} : { email: 'Enter an e-mail address, such as name@shop.example.' }),
  }
}

function CreatedLink({ order, onClose }: { order: Order; onClose(): void }) {
  const { merchantOrderId, linkUrl, expiresAtMs } = order
  return (
    <div className="grid gap-4" aria-live="polite">
      <p>The link is created.</p>
      <DescriptionList>
        <Detail name="Link">{linkUrl && <Id value={linkUrl} what="payment link" />}</Detail>
        <Detail name="Order">
          <OrderLink merchantOrderId={merchantOrderId} />
        </Detail>
        <Detail name="Can be paid until">{expiresAtMs && <Time atMs={expiresAtMs} full planned />}</Detail>
      </DescriptionList>
      <DialogFooter>
        {linkUrl && <CopyText text={linkUrl}>Copy the link</CopyText>}
        <Button variant="primary" data-first onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </div>
  )
}
