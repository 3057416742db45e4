import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Allowed } from '../../api/permissions.tsx'
import { Button, buttonClass } from '../../components/controls.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

interface SelectionBarProps {
  rows: readonly CallbackRecord[]
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
}

/** The gateway replays at most this many callbacks in one request. */
const MAX_SELECTED = 100

/** Actions on the selected callbacks. The bar stays visible while the list is scrolled. */
export function SelectionBar({ rows, selected, onSelect }: SelectionBarProps) {
  const [replaying, setReplaying] = useState(false)
  const ids = rows.map(({ callbackId }) => callbackId).filter((callbackId) => selected.has(callbackId))
  // The list is sorted newest first; a comparison goes from the older to the newer callback.
  const [newer, older] = ids
  const max = Math.min(rows.length, MAX_SELECTED)
  return (
    <div className="sticky bottom-20 z-10 mx-auto flex max-w-full flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-edge border border-rule-strong bg-sheet px-4 py-2 md:w-fit lg:bottom-4">
      <div className="flex items-center gap-2 max-md:w-full max-md:justify-between">
        <p role="status">
          {ids.length > MAX_SELECTED
            ? `${ids.length} selected; at most ${MAX_SELECTED} can be replayed at once`
            : `${ids.length} selected`}
        </p>
        <span className="flex">
          {ids.length < max && (
            <Button
              small
              variant="ghost"
              onClick={() => onSelect(new Set(rows.slice(0, max).map(({ callbackId }) => callbackId)))}
            >
              {max === rows.length ? `All ${max} shown` : `The first ${max}`}
            </Button>
          )}
          <Button small variant="ghost" onClick={() => onSelect(new Set())}>
            None
          </Button>
        </span>
      </div>
      <div className="flex gap-2 max-md:w-full *:max-md:flex-1">
        {ids.length === 2 && newer !== undefined && older !== undefined && (
          <Link
            to="/webhooks/$callbackId"
            params={{ callbackId: newer }}
            search={{ tab: 'compare', with: older }}
            className={buttonClass()}
          >
            Compare the two
          </Link>
        )}
        <Allowed to="POST /callbacks/replay">
          <Button variant="primary" disabled={ids.length > MAX_SELECTED} onClick={() => setReplaying(true)}>
            Replay…
          </Button>
        </Allowed>
      </div>
      {replaying && (
        <ReplayDialog
          callbackIds={ids}
          onClose={() => setReplaying(false)}
          onDone={() => {
            setReplaying(false)
            onSelect(new Set())
          }}
        />
      )}
    </div>
  )
}
