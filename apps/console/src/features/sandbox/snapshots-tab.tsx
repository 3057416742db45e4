import type { Snapshot } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { Button, Field } from '../../components/controls.tsx'
import { Confirm, say } from '../../components/dialog.tsx'
import { ErrorNote, Section } from '../../components/page.tsx'
import { SandboxTime } from './sandbox-frame.tsx'
import { useControl, useControlChange } from './use-sandbox.ts'

/** Moments to come back to, and the way to begin anew. */
export function SnapshotsTab() {
  const [name, setName] = useState('')
  const [restoring, setRestoring] = useState<Snapshot>()
  const snapshots = useControl('GET /snapshots')
  const take = useControlChange('POST /snapshots', (taken) => {
    setName('')
    say(`Kept as ${taken.name}.`, 'good')
  })
  const restore = useControlChange('POST /snapshots/:snapshotId/restore', (restored) => {
    setRestoring(undefined)
    say(`The sandbox is back at ${restored.name}.`, 'good')
  })
  const forget = useControlChange('DELETE /snapshots/:snapshotId')
  const kept = [...(snapshots.data?.snapshots ?? [])].reverse()
  return (
    <div className="grid grid-cols-1 gap-4">
      <form
        aria-label="Take a snapshot"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!take.isPending) take.mutate({ body: name.trim() === '' ? {} : { name: name.trim() } })
        }}
      >
        <Field
          label="Name of the moment"
          value={name}
          onChange={setName}
          placeholder="before the sale"
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" look="main" busy={take.isPending}>
          Take a snapshot
        </Button>
      </form>
      {take.error && <ErrorNote error={take.error} what="No snapshot was taken." />}
      {forget.error && <ErrorNote error={forget.error} what="The snapshot was not deleted." />}
      {snapshots.error && <ErrorNote error={snapshots.error} what="The snapshots could not be read." />}
      {kept.length === 0 ? (
        <p className="text-soft">
          None yet. A snapshot keeps orders, refunds, callbacks and the time, until the sandbox stops.
        </p>
      ) : (
        <ul aria-label="Snapshots" className="grid">
          {kept.map((one) => (
            <li
              key={one.snapshotId}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2"
            >
              <div className="min-w-0">
                <p className="font-strong wrap-anywhere">{one.name}</p>
                <p className="text-sm text-soft">
                  <SandboxTime atMs={one.takenAtMs} />, {one.orders} orders, {one.refunds} refunds
                </p>
              </div>
              <span className="flex gap-2">
                <Button small aria-label={`Go back to ${one.name}`} onClick={() => setRestoring(one)}>
                  Go back to it
                </Button>
                <Button
                  small
                  look="plain"
                  aria-label={`Delete ${one.name}`}
                  onClick={() => forget.mutate({ params: { snapshotId: one.snapshotId } })}
                >
                  Delete
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={restoring !== undefined}
        onClose={() => setRestoring(undefined)}
        onConfirm={() => restoring && restore.mutate({ params: { snapshotId: restoring.snapshotId } })}
        title={`Go back to ${restoring?.name ?? ''}?`}
        verb="Go back"
        busy={restore.isPending}
        error={restore.error && <ErrorNote error={restore.error} what="It did not go back." />}
      >
        <p>
          The provider forgets what happened since. The books do not: what they learned since then will differ from the
          provider, and the drift report will say so.
        </p>
      </Confirm>
      <Section title="Begin anew">
        <ResetSection />
      </Section>
    </div>
  )
}

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
