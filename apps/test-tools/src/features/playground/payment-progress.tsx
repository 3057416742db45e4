import { useNow } from '@galla/console/api/browser.ts'
import { consoleApi } from '@galla/console/api/client.ts'
import { useMayCall } from '@galla/console/api/permissions.tsx'
import { orderQuery, queryKeys } from '@galla/console/api/queries.ts'
import { Button } from '@galla/console/components/controls.tsx'
import { ErrorNote, Note, QueryView } from '@galla/console/components/page.tsx'
import { Amount, Id, OrderBadge } from '@galla/console/components/records.tsx'
import { secondsText } from '@galla/console/i18n/format.ts'
import { resultOf } from '@galla/console/orders/result-messages.ts'
import { TimelineList } from '@galla/console/orders/timeline-list.tsx'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FailureCode, failureCode, isValidOutcome, queuedFailure } from '../sandbox/outcome-choice.tsx'
import { useSandboxMutation, useSandboxQuery } from '../sandbox/use-sandbox.ts'
import { PayerView } from './payer-view.tsx'
import type { StartedPayment } from './start-payment.ts'

/** The live state of a payment, what its payer sees, and buttons that decide it. */
export function PaymentProgress({ payment, onClose }: { payment: StartedPayment; onClose(): void }) {
  const { merchantOrderId } = payment
  const now = useNow()
  const may = useMayCall()
  return (
    <QueryView query={useQuery(orderQuery(merchantOrderId))} what="the payment" lines={4}>
      {(story) => {
        const { order } = story
        const { title, text } = resultOf(story, now, may)
        const isOpen = order.state === 'PENDING' || order.state === 'CREATED'
        return (
          <div className="grid grid-cols-1 gap-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2" aria-live="polite">
              <span className="flex items-center gap-4 text-lg">
                <OrderBadge order={order} />
                <Amount paise={order.amount} strong />
              </span>
              <Id value={merchantOrderId} what="order id" />
            </div>
            {!isOpen && (
              <p role="status">
                {title} {text}
              </p>
            )}
            {payment.isLate && <LatePayment order={order} />}
            {isOpen && <OpenPayment payment={payment} order={order} />}
            <TimelineList label="Timeline" entries={story.timeline} order={order} />
            <div className="flex flex-wrap items-center gap-4">
              <Link
                to="/orders/$merchantOrderId"
                params={{ merchantOrderId }}
                className="rounded-edge font-strong text-brass underline underline-offset-4"
              >
                Open the order
              </Link>
              <Button small onClick={onClose}>
                {isOpen ? 'Dismiss' : 'Make another payment'}
              </Button>
            </div>
          </div>
        )
      }}
    </QueryView>
  )
}

/** Shows the late payment after the chosen outcome, and its time. */
function LatePayment({ order }: { order: Order }) {
  if (order.state === 'COMPLETED') return null
  return order.checkout === 'STANDARD' ? <LateHostedPayment order={order} /> : <LateAttempt order={order} />
}

/** The sandbox pays an attempt of custom checkout a minute after the expiry. */
function LateAttempt({ order: { state, expiresAtMs } }: { order: Order }) {
  const at = expiresAtMs === undefined ? '' : ` at ${secondsText(expiresAtMs)} IST`
  return (
    <Note tone="wait" role="status">
      <p>
        {state === 'FAILED'
          ? 'The money arrives a minute after the expiry.'
          : `Expires${at}, and is paid a minute later. Press Expire to wait for that minute only; Complete would pay it in time.`}
      </p>
    </Note>
  )
}

/** A payer pays on the page in time: the order has to expire first. */
function LateHostedPayment({ order: { state, merchantOrderId } }: { order: Order }) {
  const params = { merchantOrderId }
  const pay = useSandboxMutation('POST /orders/:merchantOrderId/simulate')
  // The gateway learns of the expiry first: money for an order that has failed is late.
  const check = useMutation({
    mutationFn: () => consoleApi('POST /orders/:merchantOrderId/sync', { params }),
    onSettled: () => pay.mutate({ params, body: { outcome: 'SUCCESS' } }),
  })
  const expire = useSandboxMutation('POST /orders/:merchantOrderId/expire', () => check.mutate())
  if (state === 'FAILED') return null
  return (
    <Note tone="wait" role="status">
      <p>
        The order expires, and then the money arrives: press the button. Complete below and the payment page pay it in
        time.
      </p>
      <Button
        variant="primary"
        busy={expire.isPending || check.isPending || pay.isPending}
        onClick={() => expire.mutate({ params })}
      >
        Expire, then pay late
      </Button>
      {expire.error && <ErrorNote error={expire.error} what="The payment did not expire." />}
      {pay.error && <ErrorNote error={pay.error} what="The payment was not simulated." />}
    </Note>
  )
}

/**
 * Shows the payer's view of an open payment, with buttons that decide the payment. Once the provider has decided, the view says that the
 * gateway does not know yet.
 */
function OpenPayment({ payment, order }: { payment: StartedPayment; order: Order }) {
  const { merchantOrderId, nextPollAtMs } = order
  const atProvider = useSandboxQuery('GET /orders/:merchantOrderId', { params: { merchantOrderId } }).data?.state
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } }),
    onSuccess: (story) => client.setQueryData(queryKeys.order(merchantOrderId), story),
  })
  if (atProvider !== 'COMPLETED' && atProvider !== 'FAILED') {
    return (
      <>
        <PayerView payment={payment} />
        <SimulateControls merchantOrderId={merchantOrderId} isLate={payment.isLate === true} />
      </>
    )
  }
  return (
    <Note tone="wait" role="status">
      <p>
        {atProvider === 'COMPLETED' ? 'The provider has the money.' : 'The payment failed at the provider.'} Its webhook
        has not arrived: the next status check finds it
        {nextPollAtMs === undefined ? '.' : `, at ${secondsText(nextPollAtMs)} IST.`}
      </p>
      <Button small busy={check.isPending} onClick={() => check.mutate()}>
        Check status
      </Button>
      {check.error && <ErrorNote error={check.error} what="The status was not checked." />}
    </Note>
  )
}

/** Completes, fails or expires the payment at the sandbox. Its clock does not move: other orders stay as they are. */
function SimulateControls({ merchantOrderId, isLate }: { merchantOrderId: string; isLate: boolean }) {
  const [failing, setFailing] = useState(false)
  const chosenFailure = queuedFailure(useSandboxQuery('GET /outcomes').data?.queuedForOrders ?? [], merchantOrderId)
  const [errorCode, setErrorCode] = useState('')
  const simulate = useSandboxMutation('POST /orders/:merchantOrderId/simulate', () => setFailing(false))
  const expire = useSandboxMutation('POST /orders/:merchantOrderId/expire')
  const params = { merchantOrderId }
  const isValid = isValidOutcome({ outcome: 'FAILURE', errorCode })
  return (
    <fieldset className="grid gap-3 border-t border-rule pt-4">
      <legend className="sr-only">Simulate the outcome</legend>
      <div className="flex flex-wrap gap-2">
        {chosenFailure !== undefined && (
          <Button
            variant="primary"
            busy={simulate.isPending}
            onClick={() => simulate.mutate({ params, body: { outcome: 'FAILURE', errorCode: chosenFailure } })}
          >
            Fail with {chosenFailure}
          </Button>
        )}
        <Button
          variant={chosenFailure === undefined && !isLate ? 'primary' : 'secondary'}
          busy={simulate.isPending}
          onClick={() => simulate.mutate({ params, body: { outcome: 'SUCCESS' } })}
        >
          Complete
        </Button>
        <Button aria-expanded={failing} onClick={() => setFailing(!failing)}>
          {chosenFailure === undefined ? 'Fail…' : 'Fail otherwise…'}
        </Button>
        <Button busy={expire.isPending} onClick={() => expire.mutate({ params })}>
          Expire
        </Button>
      </div>
      {failing && (
        <form
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isValid) simulate.mutate({ params, body: { outcome: 'FAILURE', errorCode: failureCode(errorCode) } })
          }}
        >
          <FailureCode value={errorCode} onChange={setErrorCode} />
          <Button type="submit" className="mt-6" busy={simulate.isPending} disabled={!isValid}>
            Fail
          </Button>
        </form>
      )}
      {simulate.error && <ErrorNote error={simulate.error} what="The payment was not simulated." />}
      {expire.error && <ErrorNote error={expire.error} what="The payment did not expire." />}
    </fieldset>
  )
}
