import type { ReplayPreview as Preview } from '@galla/contract/books/callbacks'
import { middleOut } from '../../ui/id.tsx'
import { StateMark } from '../../ui/state-mark.tsx'

/** What folding them once more would do to each order. */
export function ReplayPreview({ preview, asked }: { preview: Preview; asked: number }) {
  const { orders, count } = preview
  const left = asked - count
  const changing = orders.filter(({ from, to }) => from !== to)
  const same = orders.length - changing.length
  return (
    <div className="grid gap-3">
      <p>
        {count === 0
          ? 'None of them can be replayed.'
          : changing.length === 0
            ? 'No order would change: the books know all of this already.'
            : `${changing.length === 1 ? 'One order' : `${changing.length} orders`} would change.`}{' '}
        What was done because of them is not done again: handlers that have run do not run twice.
      </p>
      {changing.length > 0 && (
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-rule-strong text-sm text-soft">
              <th className="py-1 pr-4">Order</th>
              <th className="py-1 pr-4">Now</th>
              <th className="py-1">Then, by rule</th>
            </tr>
          </thead>
          <tbody>
            {changing.map(({ merchantOrderId, from, to, rule }) => (
              <tr key={merchantOrderId} className="border-b border-rule align-top">
                <td className="py-2 pr-4 font-mono text-xs" title={merchantOrderId}>
                  {middleOut(merchantOrderId, 24)}
                </td>
                <td className="py-2 pr-4">
                  <StateMark kind="order" state={from} />
                </td>
                <td className="py-2">
                  <StateMark kind="order" state={to} /> <span className="font-mono text-xs text-soft">{rule}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul className="grid gap-1 text-sm text-soft">
        {same > 0 && changing.length > 0 && (
          <li>{same === 1 ? 'One other order stays' : `${same} other orders stay`} as they are.</li>
        )}
        {left > 0 && (
          <li>
            {left === 1 ? 'One is left out' : `${left} are left out`}: a refused delivery is never replayed, as nobody
            knows who sent it; one that is too old was erased.
          </li>
        )}
        {orders.some(({ rule }) => rule === 'unreadable') && (
          <li>Of some the provider could not be asked just now. They are folded when it answers.</li>
        )}
      </ul>
    </div>
  )
}
