import { relativeText } from '../../../lib/when.ts'
import { SandboxTime } from '../sandbox-time.tsx'
import type { Due } from './due-next.ts'

const MOST = 8

export function DueList({ due, nowMs }: { due: readonly Due[]; nowMs: number }) {
  if (due.length === 0) return <p className="text-soft">Nothing waits for its time.</p>
  return (
    <>
      <ul className="grid">
        {due.slice(0, MOST).map(({ atMs, what, id }) => (
          <li
            key={`${what} ${id} ${atMs}`}
            className="grid gap-x-6 border-b border-rule py-1.5 sm:grid-cols-[15rem_8rem_minmax(0,1fr)]"
          >
            <SandboxTime atMs={atMs} />
            <span className="text-soft">{relativeText(atMs, nowMs)}</span>
            <span className="wrap-anywhere">
              {what === 'order expires' ? 'Order expires: ' : 'Callback goes out: '}
              <span className="font-mono text-xs">{id}</span>
            </span>
          </li>
        ))}
      </ul>
      {due.length > MOST && <p className="pt-2 text-sm text-soft">and {due.length - MOST} more</p>}
    </>
  )
}
