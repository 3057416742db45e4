import { Button } from '@galla/console/components/controls.tsx'
import { DateField } from '@galla/console/components/date-field.tsx'
import { dayInWords, parseDay } from '@galla/console/components/date-span.ts'
import { ErrorNote } from '@galla/console/components/page.tsx'
import { DAY_MS, dateOf, startOfDate } from '@galla/console/i18n/format.ts'
import type { SandboxMandate, SimulateMandate } from '@galla/contract/sandbox-api/mandates'
import { useState } from 'react'
import { advanceToDebit, debitsByItself, nextDebit, triesToFail } from './mandate-texts.ts'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** Reasons that the payer's bank gives. */
const DECLINED = 'ZA'
const NO_BALANCE = 'Z9'

/** Shows the payer's actions on a mandate, and the outcome of its next debit. An ended mandate has no actions. */
export function MandateActions({ mandate }: { mandate: SandboxMandate }) {
  const { merchantSubscriptionId, setupOrderId, state } = mandate
  const answer = useSandboxMutation('POST /orders/:merchantOrderId/simulate')
  const change = useSandboxMutation('POST /mandates/:merchantSubscriptionId/simulate')
  const simulate = (body: SimulateMandate) => change.mutate({ params: { merchantSubscriptionId }, body })
  const waits = state === 'ACTIVATION_IN_PROGRESS'
  const lives = state === 'ACTIVE' || state === 'PAUSED'
  if (!waits && !lives) return null
  const params = { merchantOrderId: setupOrderId }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        {waits && (
          <>
            <Button
              variant="primary"
              busy={answer.isPending}
              onClick={() => answer.mutate({ params, body: { outcome: 'SUCCESS' } })}
            >
              Approve
            </Button>
            <Button
              busy={answer.isPending}
              onClick={() => answer.mutate({ params, body: { outcome: 'FAILURE', errorCode: DECLINED } })}
            >
              Decline
            </Button>
          </>
        )}
        {state === 'ACTIVE' && <DebitActions mandate={mandate} />}
        {state === 'PAUSED' && (
          <Button variant="primary" busy={change.isPending} onClick={() => simulate({ action: 'RESUME' })}>
            Resume
          </Button>
        )}
        {lives && (
          <Button busy={change.isPending} onClick={() => simulate({ action: 'REVOKE' })}>
            Revoke
          </Button>
        )}
      </div>
      {state === 'ACTIVE' && (
        <PauseForm busy={change.isPending} onPause={(pauseUntilMs) => simulate({ action: 'PAUSE', pauseUntilMs })} />
      )}
      {(answer.error ?? change.error) && (
        <ErrorNote error={answer.error ?? change.error} what="The mandate was not changed." />
      )}
    </div>
  )
}

/** Lets the next debit fail, and advances the clock to it. */
function DebitActions({ mandate }: { mandate: SandboxMandate }) {
  const clock = useSandboxQuery('GET /clock')
  const advance = useSandboxMutation('POST /clock')
  const queue = useSandboxMutation('POST /outcomes')
  const debit = nextDebit(mandate)
  const next = triesToFail(mandate)
  const run = () => {
    if (debit && clock.data) advance.mutate({ body: { advanceMs: advanceToDebit(debit, clock.data.nowMs) } })
  }
  return (
    <>
      <Button variant="primary" busy={advance.isPending} disabled={!debit || !clock.data} onClick={run}>
        Run to the next debit
      </Button>
      <Button
        busy={queue.isPending}
        onClick={() => queue.mutate({ body: { outcome: 'FAILURE', errorCode: NO_BALANCE, next } })}
      >
        Fail the next debit
      </Button>
      <p className="order-last basis-full text-sm text-soft" role="status">
        {hintFor(debit, queue.isSuccess, next)}
      </p>
      {(advance.error ?? queue.error) && (
        <ErrorNote error={advance.error ?? queue.error} what="The next debit was not changed." />
      )}
    </>
  )
}

function hintFor(debit: ReturnType<typeof nextDebit>, isToFail: boolean, tries: number): string {
  if (isToFail)
    return `Queued: the next ${tries === 1 ? 'payment' : `${tries} payments`} at this sandbox fail, which are the tries of this debit unless another payment comes first.`
  if (!debit) return 'A notify announces a debit; the clock can run to it then.'
  return debitsByItself(debit)
    ? 'The sandbox debits by itself.'
    : 'The clock runs to the first time for a redeem, which your shop has to send.'
}

const PAUSE_DAYS = 30

/** Pauses until the beginning of a day. */
function PauseForm({ busy, onPause }: { busy: boolean; onPause(untilMs: number): void }) {
  const clock = useSandboxQuery('GET /clock')
  const [typed, setTyped] = useState<string>()
  const nowMs = clock.data?.nowMs
  if (nowMs === undefined) return null
  const day = typed ?? dayInWords(dateOf(nowMs + PAUSE_DAYS * DAY_MS))
  const untilMs = startOfDate(parseDay(day, nowMs) ?? '')
  const isValid = untilMs !== undefined && untilMs > nowMs
  return (
    <form
      aria-label="Pause"
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && !busy) onPause(untilMs)
      }}
    >
      <DateField
        label="Pause until"
        value={day}
        onChange={setTyped}
        error={isValid ? undefined : 'Choose a day after today.'}
      />
      <Button type="submit" className="sm:mt-6" busy={busy} disabled={!isValid}>
        Pause
      </Button>
    </form>
  )
}
