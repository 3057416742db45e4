import type { BookCallback } from '@galla/contract/books/callbacks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

interface ChosenBarProps {
  rows: readonly BookCallback[]
  chosen: ReadonlySet<string>
  onChoose(chosen: ReadonlySet<string>): void
}

/** The books take no more at once. */
const MOST = 100

/** What can be done with the chosen callbacks; stays in sight while the list is walked through. */
export function ChosenBar({ rows, chosen, onChoose }: ChosenBarProps) {
  const [replaying, setReplaying] = useState(false)
  const ids = rows.map(({ callbackId }) => callbackId).filter((callbackId) => chosen.has(callbackId))
  // Newest first, as in the list: the comparison goes from the older to the newer one.
  const [newer, older] = ids
  return (
    <div className="sticky bottom-20 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-edge border border-rule-strong bg-sheet px-4 py-2 lg:bottom-4">
      <p role="status" className="pr-2">
        {ids.length} chosen
      </p>
      {ids.length === 2 && newer !== undefined && older !== undefined && (
        <Link
          to="/callbacks/$callbackId"
          params={{ callbackId: newer }}
          search={{ tab: 'compare', with: older }}
          className={buttonClass('quiet')}
        >
          Compare the two
        </Link>
      )}
      {ids.length < Math.min(rows.length, MOST) && (
        <Button onClick={() => onChoose(new Set(rows.slice(0, MOST).map(({ callbackId }) => callbackId)))}>
          Choose {Math.min(rows.length, MOST)} shown
        </Button>
      )}
      <Button look="main" disabled={ids.length > MOST} onClick={() => setReplaying(true)}>
        Replay…
      </Button>
      <Button look="plain" onClick={() => onChoose(new Set())}>
        Choose none
      </Button>
      {replaying && (
        <ReplayDialog
          callbackIds={ids}
          onClose={() => setReplaying(false)}
          onDone={() => {
            setReplaying(false)
            onChoose(new Set())
          }}
        />
      )}
    </div>
  )
}
