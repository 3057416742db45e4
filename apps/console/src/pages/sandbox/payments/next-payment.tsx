import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote, Note } from '../../../ui/error-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { decisionOf, isReady, OutcomeChoice, type OutcomeDraft } from '../outcome-choice.tsx'
import { useControl, useControlChange } from '../use-control.ts'
import { decidedText } from './decided-text.ts'

const VERBS = {
  SUCCESS: ['Let', 'succeed'],
  FAILURE: ['Fail', ''],
  PENDING: ['Keep', 'pending'],
  LATE_PAYMENT: ['Let', 'be paid late'],
} as const

/** Decides ahead what the next payments come to, whatever their amount or payer would have brought. */
export function NextPayment() {
  const [draft, setDraft] = useState<OutcomeDraft>({ outcome: 'FAILURE', errorCode: 'ZM' })
  const [count, setCount] = useState('1')
  const outcomes = useControl('GET /outcomes')
  const decide = useControlChange('POST /outcomes')
  const forget = useControlChange('DELETE /outcomes')
  const decided = outcomes.data?.queued
  const next = /^[1-9]\d{0,2}$/.test(count) ? Number(count) : undefined
  const decision = decisionOf(draft)
  const [verb, end] = VERBS[draft.outcome === '' ? 'SUCCESS' : draft.outcome]
  const what = next === undefined || next === 1 ? 'the next payment' : `the next ${next} payments`
  return (
    <form
      aria-label="The next payment"
      className="grid max-w-3xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (decision && next !== undefined && isReady(draft)) decide.mutate({ body: { ...decision, next } })
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <OutcomeChoice
          label="The next payment"
          value={draft}
          onChange={setDraft}
          outcomes={['FAILURE', 'SUCCESS', 'PENDING', 'LATE_PAYMENT']}
        />
        <Field
          label="How many"
          value={count}
          onChange={setCount}
          inputMode="numeric"
          autoComplete="off"
          className="text-right tabular-nums"
          error={next === undefined ? 'From 1 to 999.' : undefined}
        />
      </div>
      {draft.outcome === 'FAILURE' && (
        <p className="text-sm text-soft">
          On your own page its order fails. On the provider’s page only the try does: the payer may try again.
        </p>
      )}
      {decided && (
        <Note tone="neutral" role="status">
          <p>{decidedText(decided)}.</p>
          <Button small busy={forget.isPending} onClick={() => forget.mutate(undefined)}>
            Forget it
          </Button>
        </Note>
      )}
      {decide.error && <ErrorNote error={decide.error} what="It was not decided." />}
      <Button
        type="submit"
        look="main"
        busy={decide.isPending}
        disabled={next === undefined || !isReady(draft)}
        className="justify-self-start"
      >
        {`${verb} ${what} ${end}`.trim()}
      </Button>
    </form>
  )
}
