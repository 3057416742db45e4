import type { TelemetryReport } from '@galla/contract/gateway-api/console-routes'

/** Counted since this process started. */
export function Counts({ report: { sent, failed, dropped } }: { report: TelemetryReport }) {
  const rows = [
    { name: 'Sent', count: sent, says: 'Taken by the provider.' },
    { name: 'Failed', count: failed, says: 'Not taken. They are kept and sent again, until the queue is full.' },
    { name: 'Dropped', count: dropped, says: 'The queue of 20,000 was full. Nothing else is lost by it.' },
  ]
  return (
    <dl className="mt-6 grid gap-x-8 sm:grid-cols-3">
      {rows.map(({ name, count, says }) => (
        <div key={name} className="grid content-start gap-1 border-t border-rule py-3">
          <dt className="text-soft">{name}</dt>
          <dd className="text-xl tabular-nums">{count.toLocaleString('en-IN')}</dd>
          <dd className="text-sm text-soft">{says}</dd>
        </div>
      ))}
    </dl>
  )
}
