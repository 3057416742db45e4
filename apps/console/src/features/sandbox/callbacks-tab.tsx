import type { About } from '@galla/contract/gateway-api/console-routes'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import type { TriggerCallback } from '@galla/contract/sandbox-api/routes'
import { useId, useState } from 'react'
import { Button, Field, Select } from '../../components/controls.tsx'
import { ErrorNote, Facts, Loading, Note, Section } from '../../components/page.tsx'
import { answerText, Deliveries } from './callback-attempts.tsx'
import { useControl, useControlChange } from './use-sandbox.ts'

/** Where the provider speaks to, what it said, and what was answered. */
export function CallbacksTab({ about }: { about: About }) {
  return (
    <>
      <ReceiverFacts booksAt={about.callbackUrl} />
      <Section title="Send one now">
        <TriggerForm />
      </Section>
      <Section title="Deliveries">
        <Deliveries />
      </Section>
    </>
  )
}

const MODES = { classic: 'Hash of user name and password', hmac: 'HMAC over the body', both: 'Both' } as const

/** Whom the sandbox calls, and whether that is these books. */
export function ReceiverFacts({ booksAt }: { booksAt: string }) {
  const receiver = useControl('GET /callbacks/receiver')
  const set = useControlChange('PUT /callbacks/receiver')
  const { data } = receiver
  if (!data) {
    return receiver.error ? (
      <ErrorNote error={receiver.error} what="The receiver could not be read." />
    ) : (
      <Loading what="the receiver" lines={3} />
    )
  }
  const { url = '', mode, username, keyId } = data
  const elsewhere = booksAt !== '' && url !== booksAt
  return (
    <div className="grid gap-4">
      {elsewhere && (
        <Note tone="neutral">
          <p>
            {url === '' ? 'The sandbox calls nobody.' : 'The sandbox calls another address than these books listen at.'}{' '}
            The books are at {booksAt}.
          </p>
          <Button small busy={set.isPending} onClick={() => set.mutate({ body: { url: booksAt } })}>
            Call the books
          </Button>
        </Note>
      )}
      {set.error && <ErrorNote error={set.error} what="The receiver was not changed." />}
      <Facts
        rows={[
          ['Calls', url === '' ? 'nobody' : url],
          ['Signed by', MODES[mode ?? 'classic']],
          username === undefined ? undefined : ['User name', username],
          keyId === undefined ? undefined : ['Key', keyId],
        ]}
      />
    </div>
  )
}

const EVENTS = Object.keys(CALLBACK_TYPES).map((event) => ({ value: event, label: event }))

const BENDS = [
  { value: '', label: 'As it is' },
  { value: 'duplicate', label: 'Twice' },
  { value: 'tamper', label: 'Tampered with' },
  { value: 'unsigned', label: 'Unsigned' },
  { value: 'wrong-amount', label: 'With another amount' },
  { value: 'unknown-event', label: 'As an unknown event' },
] as const satisfies readonly { value: NonNullable<TriggerCallback['fault']> | ''; label: string }[]

type Bend = (typeof BENDS)[number]['value']

/** Sends any event about an order or refund as it stands, whether or not it just happened. */
export function TriggerForm() {
  const [event, setEvent] = useState('checkout.order.completed')
  const [id, setId] = useState('')
  const [bend, setBend] = useState<Bend>('')
  const list = useId()
  const trigger = useControlChange('POST /callbacks/trigger')
  const orders = useControl('GET /orders', { query: { limit: '20' } })
  const refunds = useControl('GET /refunds')
  const ofRefund = event.startsWith('pg.refund.')
  const ids = ofRefund
    ? (refunds.data?.refunds.slice(0, 20).map(({ merchantRefundId }) => merchantRefundId) ?? [])
    : (orders.data?.orders.map(({ merchantOrderId }) => merchantOrderId) ?? [])
  return (
    <form
      aria-label="Send one now"
      className="grid gap-4"
      onSubmit={(submit) => {
        submit.preventDefault()
        const about = ofRefund ? { merchantRefundId: id.trim() } : { merchantOrderId: id.trim() }
        if (id.trim() !== '') trigger.mutate({ body: { event, ...about, ...(bend === '' ? {} : { fault: bend }) } })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Select label="Event" value={event} onChange={setEvent} options={EVENTS} />
        <Field
          label={ofRefund ? 'Refund' : 'Order'}
          value={id}
          onChange={setId}
          list={list}
          placeholder={ids[0] ?? (ofRefund ? 'merchantRefundId' : 'merchantOrderId')}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-xs"
        />
        <datalist id={list}>
          {ids.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Select<Bend> label="How" value={bend} onChange={setBend} options={BENDS} />
      </div>
      <Button type="submit" busy={trigger.isPending} disabled={id.trim() === ''} className="justify-self-start">
        Send it
      </Button>
      {trigger.error && <ErrorNote error={trigger.error} what="It was not sent." />}
      {trigger.data && (
        <Note tone={trigger.data.deliveries.every(({ delivered }) => delivered) ? 'good' : 'bad'} role="status">
          {trigger.data.deliveries.map((delivery) => (
            <p key={delivery.deliveryId}>{answerText(delivery)}</p>
          ))}
        </Note>
      )}
    </form>
  )
}
