import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Allowed } from '../../api/permissions.tsx'
import { Button, buttonClass } from '../../components/controls.tsx'
import { type Selected, SelectionBar } from '../../components/selection.tsx'
import { messages } from '../../i18n/messages.ts'
import { replayEnglish } from './english.ts'
import { ReplayDialog } from './replay-dialog.tsx'

const t = messages('callbacks/replay', replayEnglish)

interface ReplayBarProps {
  rows: readonly CallbackRecord[]
  selected: Selected
  onSelect(selected: Selected): void
}

/** The gateway replays at most this many callbacks in one request. */
const MAX_SELECTED = 100

/** Compares two selected callbacks, and replays all of them. */
export function ReplayBar({ rows, selected, onSelect }: ReplayBarProps) {
  const [replaying, setReplaying] = useState(false)
  const ids = rows.map(({ callbackId }) => callbackId).filter((callbackId) => selected.has(callbackId))
  // The list is sorted newest first; a comparison goes from the older to the newer callback.
  const [newer, older] = ids
  const max = Math.min(rows.length, MAX_SELECTED)
  return (
    <SelectionBar
      text={ids.length > MAX_SELECTED ? t.tooMany(ids.length, MAX_SELECTED) : t.selected(ids.length)}
      more={
        ids.length < max && {
          label: max === rows.length ? t.all(max) : t.firstOnes(max),
          onSelect: () => onSelect(new Set(rows.slice(0, max).map(({ callbackId }) => callbackId))),
        }
      }
      onClear={() => onSelect(new Set())}
    >
      {ids.length === 2 && newer !== undefined && older !== undefined && (
        <Link
          to="/webhooks/$callbackId"
          params={{ callbackId: newer }}
          search={{ tab: 'compare', with: older }}
          className={buttonClass()}
        >
          {t.compare}
        </Link>
      )}
      <Allowed to="POST /callbacks/replay">
        <Button variant="primary" disabled={ids.length > MAX_SELECTED} onClick={() => setReplaying(true)}>
          {t.open}
        </Button>
      </Allowed>
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
    </SelectionBar>
  )
}
