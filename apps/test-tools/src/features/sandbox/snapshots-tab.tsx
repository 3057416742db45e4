import { Button, Field } from '@galla/console/components/controls.tsx'
import { Confirm, showToast } from '@galla/console/components/dialog.tsx'
import { ErrorNote, Section } from '@galla/console/components/page.tsx'
import { plural } from '@galla/console/i18n/plural.ts'
import type { Snapshot } from '@galla/contract/sandbox-api/routes'
import { useState } from 'react'
import { SandboxTime } from './sandbox-frame.tsx'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** Takes, restores and deletes snapshots, and resets the sandbox. */
export function SnapshotsTab() {
  const [name, setName] = useState('')
  const [restoring, setRestoring] = useState<Snapshot>()
  const query = useSandboxQuery('GET /snapshots')
  const take = useSandboxMutation('POST /snapshots', (snapshot) => {
    setName('')
    showToast(`Saved as ${snapshot.name}.`, 'good')
  })
  const restore = useSandboxMutation('POST /snapshots/:snapshotId/restore', (snapshot) => {
    setRestoring(undefined)
    showToast(`Restored ${snapshot.name}.`, 'good')
  })
  const remove = useSandboxMutation('DELETE /snapshots/:snapshotId')
  const snapshots = [...(query.data?.snapshots ?? [])].reverse()
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
          label="Name"
          value={name}
          onChange={setName}
          placeholder="before the sale"
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" variant="primary" busy={take.isPending}>
          Take a snapshot
        </Button>
      </form>
      {take.error && <ErrorNote error={take.error} what="The snapshot was not taken." />}
      {remove.error && <ErrorNote error={remove.error} what="The snapshot was not deleted." />}
      {query.error && <ErrorNote error={query.error} what="The snapshots could not be loaded." />}
      {snapshots.length === 0 ? (
        <p className="text-soft">
          No snapshots. A snapshot contains the orders, refunds, webhooks and the time. It is kept until the sandbox
          stops.
        </p>
      ) : (
        <ul aria-label="Snapshots" className="grid">
          {snapshots.map((snapshot) => (
            <li
              key={snapshot.snapshotId}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2"
            >
              <div className="min-w-0">
                <p className="font-strong wrap-anywhere">{snapshot.name}</p>
                <p className="text-sm text-soft">
                  <SandboxTime atMs={snapshot.takenAtMs} />, {plural(snapshot.orders, 'order')},{' '}
                  {plural(snapshot.refunds, 'refund')}
                </p>
              </div>
              <span className="flex gap-2">
                <Button small aria-label={`Restore ${snapshot.name}`} onClick={() => setRestoring(snapshot)}>
                  Restore
                </Button>
                <Button
                  small
                  variant="ghost"
                  aria-label={`Delete ${snapshot.name}`}
                  onClick={() => remove.mutate({ params: { snapshotId: snapshot.snapshotId } })}
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
        title={`Restore ${restoring?.name ?? ''}?`}
        action="Restore"
        busy={restore.isPending}
        error={restore.error && <ErrorNote error={restore.error} what="The snapshot was not restored." />}
      >
        <p>
          The sandbox loses everything that happened since. The gateway does not: it will differ from the sandbox, and a
          reconciliation will list the discrepancies.
        </p>
      </Confirm>
      <Section title="Reset">
        <ResetSection />
      </Section>
    </div>
  )
}

/** Deletes all data of the sandbox, after a confirmation. */
function ResetSection() {
  const [confirming, setConfirming] = useState(false)
  const reset = useSandboxMutation('POST /reset', () => {
    setConfirming(false)
    showToast('The sandbox is empty.', 'good')
  })
  return (
    <>
      <p className="mb-3 text-soft">
        Deletes all orders, refunds, webhooks, snapshots and request log entries of the sandbox; its settings remain.
        The gateway keeps its orders, which the sandbox then does not know.
      </p>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Reset the sandbox…
      </Button>
      {confirming && (
        <Confirm
          open
          onClose={() => setConfirming(false)}
          onConfirm={() => reset.mutate(undefined)}
          title="Reset the sandbox?"
          action="Reset"
          confirmation="reset"
          busy={reset.isPending}
          error={reset.error && <ErrorNote error={reset.error} what="The sandbox was not reset." />}
        >
          <p>All data of the sandbox is deleted. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  )
}
