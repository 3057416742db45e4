import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { FailureCode, isReady, type OutcomeDraft } from '../sandbox/outcome-choice.tsx'
import { useControl, useControlChange } from '../sandbox/use-control.ts'

/** Beyond its expiry by so much, nobody disputes that an order is over. Milliseconds. */
const BEYOND_MS = 1_000

/** What becomes of the payment that is waiting: the bank's part, by a press. */
export function Fate({ merchantOrderId, expiresAtMs }: { merchantOrderId: string; expiresAtMs: number | undefined }) {
  const [failing, setFailing] = useState(false)
  const [errorCode, setErrorCode] = useState('ZM')
  const settle = useControlChange('POST /orders/:merchantOrderId/simulate', () => setFailing(false))
  const clock = useControl('GET /clock')
  const move = useControlChange('POST /clock')
  const params = { merchantOrderId }
  const fails: OutcomeDraft = { outcome: 'FAILURE', errorCode }
  const leftMs = expiresAtMs === undefined || !clock.data ? undefined : expiresAtMs - clock.data.nowMs
  return (
    <fieldset className="grid gap-3 border-t border-rule pt-4">
      <legend className="unseen">What becomes of it</legend>
      <div className="flex flex-wrap gap-2">
        <Button
          look="main"
          busy={settle.isPending}
          onClick={() => settle.mutate({ params, body: { outcome: 'SUCCESS' } })}
        >
          Pay it
        </Button>
        <Button aria-expanded={failing} onClick={() => setFailing(!failing)}>
          Fail it…
        </Button>
        {leftMs !== undefined && leftMs > 0 && (
          <Button
            busy={move.isPending}
            onClick={() => move.mutate({ body: { advanceMs: Math.ceil(leftMs) + BEYOND_MS } })}
          >
            Let it expire
          </Button>
        )}
      </div>
      {failing && (
        <form
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady(fails)) settle.mutate({ params, body: { outcome: 'FAILURE', errorCode: errorCode.trim() } })
          }}
        >
          <FailureCode value={errorCode} onChange={setErrorCode} />
          <Button type="submit" className="mt-6" busy={settle.isPending} disabled={!isReady(fails)}>
            Fail it
          </Button>
        </form>
      )}
      {settle.error && <ErrorNote error={settle.error} what="It could not be settled." />}
      {move.error && <ErrorNote error={move.error} what="The clock could not be moved." />}
    </fieldset>
  )
}
