import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import { ageText } from './age-text.ts'
import { queueWords } from './words/advice.ts'

/** What waits, and for how long the oldest of it has been due. */
export function Queues({ queues, nowMs }: { queues: HealthReport['queues']; nowMs: number }) {
  if (queues.length === 0) return <p className="text-soft">Not known while the database does not answer.</p>
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-2 pr-4">
            Queue
          </th>
          <th scope="col" className="w-20 py-2 pr-4 text-right">
            Waiting
          </th>
          <th scope="col" className="w-28 py-2 text-right">
            Oldest, due for
          </th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, waiting, oldestAtMs }) => {
          const { title, says } = queueWords(name)
          return (
            <tr key={name} className="border-b border-rule align-top">
              <th scope="row" className="py-2 pr-4 font-normal">
                {title}
                <span className="block text-sm text-soft">{says}</span>
              </th>
              <td className="py-2 pr-4 text-right tabular-nums">{waiting.toLocaleString('en-IN')}</td>
              <td className="py-2 text-right tabular-nums">
                {oldestAtMs === undefined ? '–' : ageText(nowMs - oldestAtMs)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
