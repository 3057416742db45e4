import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { say } from '../../../ui/toast.tsx'
import { useControlChange } from '../use-control.ts'

/** Empties the sandbox, after the word was typed. */
export function ResetSection() {
  const [asking, setAsking] = useState(false)
  const reset = useControlChange('POST /reset', () => {
    setAsking(false)
    say('The sandbox is empty.', 'good')
  })
  return (
    <>
      <p className="mb-3 text-soft">
        Forgets every order, refund, callback, snapshot and journal line of the sandbox; its settings stay. The books
        keep their own orders, which the provider then does not know any more.
      </p>
      <Button look="danger" onClick={() => setAsking(true)}>
        Reset the sandbox…
      </Button>
      {asking && (
        <Confirm
          open
          onClose={() => setAsking(false)}
          onConfirm={() => reset.mutate(undefined)}
          title="Reset the sandbox?"
          verb="Reset it"
          word="reset"
          busy={reset.isPending}
          error={reset.error && <ErrorNote error={reset.error} what="It was not reset." />}
        >
          <p>Everything that the provider knows is gone afterwards. There is no way back.</p>
        </Confirm>
      )}
    </>
  )
}
