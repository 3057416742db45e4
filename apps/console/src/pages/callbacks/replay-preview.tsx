import type { ReplayPreview as Preview } from '@galla/contract/gateway-api/callbacks'
import { middleOut } from '../../ui/id.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { changesOf, type PreviewedChange, summaryOf } from './preview-words.ts'

/** What folding them once more would do to each order and refund. */
export function ReplayPreview({ preview, asked }: { preview: Preview; asked: number }) {
  const { changes, same } = changesOf(preview)
  const left = asked - preview.count
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>{summaryOf(preview)}</p>
      {changes.length > 0 && <Changes changes={changes} />}
      <ul className="grid gap-1 text-sm text-soft">
        {changes.length > 0 && same > 0 && (
          <li>{same === 1 ? 'One other stays' : `${same} others stay`} as they are.</li>
        )}
        {left > 0 && (
          <li>
            {left === 1 ? 'One is left out' : `${left} are left out`}: a refused delivery is never replayed, as nobody
            knows who sent it; one that is too old was erased.
          </li>
        )}
        {preview.orders.some(({ rule }) => rule === 'unreadable') && (
          <li>About some the provider could not be asked just now. They are folded when it answers.</li>
        )}
        <li>What was done because of them is not done again: handlers that have run do not run twice.</li>
      </ul>
    </div>
  )
}

function Changes({ changes }: { changes: readonly PreviewedChange[] }) {
  return (
    <table aria-label="What would change" className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-1 pr-4">
            Order or refund
          </th>
          <th scope="col" className="py-1 pr-4">
            Now
          </th>
          <th scope="col" className="py-1">
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ kind, id, from, to, rule }) => (
          <tr key={`${kind} ${id}`} className="border-b border-rule align-baseline">
            <th scope="row" className="py-2 pr-4 font-mono text-xs font-normal break-all" title={id}>
              {middleOut(id, 24)}
            </th>
            <td className="py-2 pr-4">
              <StateMark kind={kind} state={from} />
            </td>
            <td className="py-2">
              <StateMark kind={kind} state={to} />
              {rule !== undefined && <span className="block font-mono text-xs text-soft wrap-anywhere">{rule}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
