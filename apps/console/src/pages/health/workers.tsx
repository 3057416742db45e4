import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import { Id } from '../../ui/id.tsx'
import { Time } from '../../ui/time.tsx'
import { ageText } from './age-text.ts'

/** Who folds, asks and sends. A worker beats every ten seconds; after thirty-five without a beat its work is given to others. */
export function Workers({ workers, nowMs }: { workers: HealthReport['workers']; nowMs: number }) {
  if (workers.length === 0) {
    return <p className="text-soft">None. Callbacks are accepted and wait until a process calls gateway.start().</p>
  }
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-2 pr-4">
            Worker
          </th>
          <th scope="col" className="py-2 pr-4 max-sm:hidden">
            Started
          </th>
          <th scope="col" className="w-28 py-2 text-right">
            Last heartbeat
          </th>
        </tr>
      </thead>
      <tbody>
        {workers.map(({ workerId, startedAtMs, heartbeatAtMs }) => (
          <tr key={workerId} className="border-b border-rule">
            <th scope="row" className="py-2 pr-4 font-normal">
              <Id value={workerId} what="worker id" most={20} />
              <span className="block text-sm text-soft sm:hidden">
                Started <Time atMs={startedAtMs} />
              </span>
            </th>
            <td className="py-2 pr-4 max-sm:hidden">
              <Time atMs={startedAtMs} />
            </td>
            <td className="py-2 text-right tabular-nums">{ageText(nowMs - heartbeatAtMs)} ago</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
