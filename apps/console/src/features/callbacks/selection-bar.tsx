import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../components/controls.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

interface ChosenBarProps {
  rows: readonly CallbackRecord[]
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
  const most = Math.min(rows.length, MOST)
  return (
    <div className="sticky bottom-20 z-10 mx-auto flex max-w-full flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-edge border border-rule-strong bg-sheet px-4 py-2 md:w-fit lg:bottom-4">
      <div className="flex items-center gap-2 max-md:w-full max-md:justify-between">
        <p role="status">
          {ids.length > MOST ? `${ids.length} chosen; at most ${MOST} at once` : `${ids.length} chosen`}
        </p>
        <span className="flex">
          {ids.length < most && (
            <Button
              small
              look="plain"
              onClick={() => onChoose(new Set(rows.slice(0, most).map(({ callbackId }) => callbackId)))}
            >
              {most === rows.length ? `All ${most} shown` : `The first ${most}`}
            </Button>
          )}
          <Button small look="plain" onClick={() => onChoose(new Set())}>
            None
          </Button>
        </span>
      </div>
      <div className="flex gap-2 max-md:w-full *:max-md:flex-1">
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
        <Button look="main" disabled={ids.length > MOST} onClick={() => setReplaying(true)}>
          Replay…
        </Button>
      </div>
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
