import type { MandateState } from '@galla/contract/provider/subscriptions'
import type { SandboxMandate, SimulateMandate } from '@galla/contract/sandbox-api/mandates'
import { Button, Field, formatAmount, Icon, type IconName } from '@galla/react/components'
import { type FormEvent, useRef, useState } from 'react'
import { dayInIndia, pauseEnd, suggestedDay, upcomingDebit, validAfter } from './mandates.ts'
import { debitText, type MandateTexts, useMandateTexts } from './texts.ts'

interface ItemProps {
  /** Whom the payer has allowed to debit. */
  merchantName: string
  mandate: SandboxMandate
  /** Time of the sandbox's clock. Epoch milliseconds. */
  nowMs: number
  /** Sends what the payer does. */
  change: (action: SimulateMandate) => Promise<void>
}

/** States in which the mandate lives. Every other one has ended or waits for the approval. */
const TONES: { readonly [State in MandateState]?: IconName } = { ACTIVE: 'good', PAUSED: 'wait' }

/** One mandate: its terms, its state, the debit that is announced, and what the payer can do. */
export function MandateItem({ merchantName, mandate, nowMs, change }: ItemProps) {
  const texts = useMandateTexts()
  const { messages, day } = texts
  const { merchantSubscriptionId: id, state } = mandate
  const debit = upcomingDebit(mandate)
  const tone = TONES[state]
  const isWaiting = debit?.state === 'NOTIFIED'
  return (
    <section className="mandate galla-stack" aria-labelledby={`mandate-${id}`}>
      <div className="mandate-head">
        <h2 id={`mandate-${id}`}>
          {merchantName} <code className="mandate-id">{id}</code>
        </h2>
        <p className={`mandate-state mandate-state-${tone ?? 'ended'}`}>
          {tone && <Icon name={tone} />}
          {state === 'PAUSED' && mandate.pauseEndDate
            ? messages.pausedUntil(day(mandate.pauseEndDate))
            : messages.states[state]}
        </p>
      </div>
      <dl className="details mandate-terms">
        <dt>{messages.each}</dt>
        <dd>{debitText(mandate, messages)}</dd>
        <dt>{messages.frequency}</dt>
        <dd>{messages.frequencies[mandate.frequency]}</dd>
        <dt>{messages.ends}</dt>
        <dd>{day(mandate.expireAt)}</dd>
        {tone && (
          <>
            <dt>{messages.next}</dt>
            <dd>{nextText(mandate, texts)}</dd>
          </>
        )}
      </dl>
      {tone && (
        <div className="galla-row">
          {state === 'ACTIVE' && <Pause id={id} nowMs={nowMs} change={change} />}
          {state === 'PAUSED' && (
            <Button variant="secondary" onClick={() => void change({ action: 'RESUME' })}>
              {messages.resume}
            </Button>
          )}
          {isWaiting && (
            <Button variant="secondary" onClick={() => void change({ action: 'OPT_OUT' })}>
              {messages.optOut}
            </Button>
          )}
          <Revoke id={id} change={change} />
        </div>
      )}
    </section>
  )
}

function nextText(mandate: SandboxMandate, { messages, time }: MandateTexts): string {
  const debit = upcomingDebit(mandate)
  if (!debit) return messages.nextNone
  const amount = formatAmount(debit.amount)
  const fromMs = validAfter(debit)
  return debit.state === 'NOTIFIED' && fromMs !== undefined
    ? messages.nextAt(amount, time(fromMs))
    : messages.nextRunning(amount)
}

/** Asks until when, and pauses. */
function Pause({ id, nowMs, change }: Omit<ItemProps, 'mandate' | 'merchantName'> & { id: string }) {
  const { messages } = useMandateTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const pauseUntilMs = pauseEnd(String(new FormData(event.currentTarget).get('day')), nowMs)
    setWrong(pauseUntilMs === undefined)
    if (pauseUntilMs === undefined) return
    dialog.current?.close()
    void change({ action: 'PAUSE', pauseUntilMs })
  }
  return (
    <>
      <Button variant="secondary" onClick={() => dialog.current?.showModal()}>
        {messages.pause}
      </Button>
      <dialog ref={dialog} className="confirm-dialog" aria-labelledby={`pause-${id}`}>
        <h3 id={`pause-${id}`}>
          {messages.pause} · {id}
        </h3>
        <form className="galla-stack" noValidate onSubmit={submit}>
          <Field
            label={messages.pauseUntil}
            hint={messages.pauseHint}
            error={wrong ? messages.pauseDayWrong : undefined}
            type="date"
            name="day"
            min={dayInIndia(nowMs)}
            defaultValue={suggestedDay(nowMs)}
          />
          <div className="galla-row">
            <Button type="submit">{messages.pause}</Button>
            <Button variant="secondary" onClick={() => dialog.current?.close()}>
              {messages.revokeNo}
            </Button>
          </div>
        </form>
      </dialog>
    </>
  )
}

/** Asks once more, and revokes. */
function Revoke({ id, change }: Pick<ItemProps, 'change'> & { id: string }) {
  const { messages } = useMandateTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const revoke = () => {
    dialog.current?.close()
    void change({ action: 'REVOKE' })
  }
  return (
    <>
      <Button variant="link" onClick={() => dialog.current?.showModal()}>
        {messages.revoke}
      </Button>
      <dialog ref={dialog} className="confirm-dialog" aria-labelledby={`revoke-${id}`}>
        <h3 id={`revoke-${id}`}>{messages.revokeQuestion(id)}</h3>
        <p>{messages.revokeBody}</p>
        <div className="galla-row">
          <Button onClick={revoke}>{messages.revokeYes}</Button>
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {messages.revokeNo}
          </Button>
        </div>
      </dialog>
    </>
  )
}
