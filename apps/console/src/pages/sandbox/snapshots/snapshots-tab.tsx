import type { Snapshot } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/page.tsx'
import { say } from '../../../ui/toast.tsx'
import { SandboxTime } from '../sandbox-time.tsx'
import { useControl, useControlChange } from '../use-control.ts'
import { ResetSection } from './reset-section.tsx'

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
