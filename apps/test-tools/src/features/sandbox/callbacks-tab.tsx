import { defined } from '@galla/console/api/browser.ts'
import { Button, Field, Select } from '@galla/console/components/controls.tsx'
import { DescriptionList, Detail, ErrorNote, Note, QueryView, Section } from '@galla/console/components/page.tsx'
import type { About } from '@galla/contract/gateway-api/console-routes'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { LINK_CALLBACK_TYPES } from '@galla/contract/provider/links'
import type { TriggerCallback } from '@galla/contract/sandbox-api/routes'
import { useId, useState } from 'react'
import { attemptText, CallbackAttempts } from './callback-attempts.tsx'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** The receiver of the sandbox's callbacks, a form that sends one, and all attempts. */
export function CallbacksTab({ about }: { about: About }) {
  return (
    <>
      <Receiver gatewayUrl={about.callbackUrl} />
      <Section title="Send a webhook">
        <TriggerForm />
      </Section>
      <Section title="Attempts">
        <CallbackAttempts />
      </Section>
    </>
  )
}

const MODES = { classic: 'Hash of user name and password', hmac: 'HMAC over the body', both: 'Both' } as const

/** The URL that the sandbox calls, with a button that sets it to this gateway's. */
function Receiver({ gatewayUrl }: { gatewayUrl: string }) {
  const set = useSandboxMutation('PUT /callbacks/receiver')
  return (
    <QueryView query={useSandboxQuery('GET /callbacks/receiver')} what="the receiver" lines={3}>
      {({ url = '', mode, username, keyId }) => (
        <div className="grid gap-4">
          {gatewayUrl !== '' && url !== gatewayUrl && (
            <Note tone="neutral">
              <p>
                {url === '' ? 'The sandbox sends no webhooks.' : 'The sandbox sends webhooks to another address.'} The
                address of this gateway is {gatewayUrl}.
              </p>
              <Button small busy={set.isPending} onClick={() => set.mutate({ body: { url: gatewayUrl } })}>
                Send to this gateway
              </Button>
            </Note>
          )}
          {set.error && <ErrorNote error={set.error} what="The receiver was not changed." />}
          <DescriptionList>
            <Detail name="Receiver">{url === '' ? 'none' : url}</Detail>
            <Detail name="Authentication">{MODES[mode ?? 'classic']}</Detail>
            <Detail name="User name">{username}</Detail>
            <Detail name="Key id">{keyId}</Detail>
          </DescriptionList>
        </div>
      )}
    </QueryView>
  )
}

const EVENTS = Object.keys({ ...CALLBACK_TYPES, ...LINK_CALLBACK_TYPES }).map((event) => ({
  value: event,
  label: event,
}))

const FAULTS = [
  { value: '', label: 'Unchanged' },
  { value: 'duplicate', label: 'Twice' },
  { value: 'tamper', label: 'Tampered with' },
  { value: 'unsigned', label: 'Unsigned' },
  { value: 'wrong-amount', label: 'With another amount' },
  { value: 'unknown-event', label: 'With an unknown event' },
] as const satisfies readonly { value: NonNullable<TriggerCallback['fault']> | ''; label: string }[]

type Fault = (typeof FAULTS)[number]['value']

/** Sends a callback with any event about an order or refund in its current state. */
function TriggerForm() {
  const [event, setEvent] = useState('checkout.order.completed')
  const [id, setId] = useState('')
  const [fault, setFault] = useState<Fault>('')
  const list = useId()
  const trigger = useSandboxMutation('POST /callbacks/trigger')
  const orders = useSandboxQuery('GET /orders', { query: { limit: '20' } })
  const refunds = useSandboxQuery('GET /refunds')
  const isRefund = event.startsWith('pg.refund.')
  const ids = isRefund
    ? (refunds.data?.refunds.slice(0, 20).map(({ merchantRefundId }) => merchantRefundId) ?? [])
    : (orders.data?.orders.map(({ merchantOrderId }) => merchantOrderId) ?? [])
  return (
    <form
      aria-label="Send a webhook"
      className="grid gap-4"
      onSubmit={(submit) => {
        submit.preventDefault()
        const subject = isRefund ? { merchantRefundId: id.trim() } : { merchantOrderId: id.trim() }
        if (id.trim() !== '') trigger.mutate({ body: defined({ event, ...subject, fault: fault || undefined }) })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Select label="Event" value={event} onChange={setEvent} options={EVENTS} />
        <Field
          label={isRefund ? 'Refund' : 'Order'}
          value={id}
          onChange={setId}
          list={list}
          placeholder={ids[0] ?? (isRefund ? 'merchantRefundId' : 'merchantOrderId')}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-xs"
        />
        <datalist id={list}>
          {ids.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Select<Fault> label="Fault" value={fault} onChange={setFault} options={FAULTS} />
      </div>
      <Button type="submit" busy={trigger.isPending} disabled={id.trim() === ''} className="justify-self-start">
        Send
      </Button>
      {trigger.error && <ErrorNote error={trigger.error} what="The webhook was not sent." />}
      {trigger.data && (
        <Note tone={trigger.data.deliveries.every(({ delivered }) => delivered) ? 'good' : 'bad'} role="status">
          {trigger.data.deliveries.map((attempt) => (
            <p key={attempt.deliveryId}>{attemptText(attempt)}</p>
          ))}
        </Note>
      )}
    </form>
  )
}
