import type { DrillReport } from '@galla/contract/sandbox-api/routes'
import { StateMark } from '../../../ui/state-mark.tsx'

/** The grade check by check: what failed first, each with the way to mend it. */
export function DrillResult({ report }: { report: DrillReport }) {
  const { score, checks } = report
  const passed = checks.filter((check) => check.passed).length
  const ordered = [...checks].sort((a, b) => Number(a.passed) - Number(b.passed))
  return (
    <section aria-label="Grade">
      <p role="status" className="mb-3 text-lg">
        <strong className="tabular-nums">{score} of 100</strong>
        <span className="text-soft">
          , {passed} of {checks.length} checks passed
        </span>
      </p>
      <ul className="grid">
        {ordered.map(({ name, passed, expects, saw, fix }) => (
          <li key={name} className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <p className="flex items-baseline justify-between gap-3 sm:block">
              <span className="block font-strong">{name}</span>
              <StateMark kind="check" state={passed ? 'ok' : 'broken'} />
            </p>
            <div className="grid min-w-0 gap-1 wrap-anywhere">
              <p>{expects}</p>
              <p className="text-sm text-soft">Saw: {saw}</p>
              {fix !== undefined && <p className="border-l-4 border-l-bad bg-bad-wash px-3 py-2">{fix}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
