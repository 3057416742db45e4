import type { DrillCheck, DrillReport } from '@galla/contract/sandbox-api/routes'

/** The graded list: what passed in one line, what failed with what was seen and how to mend it. */
export function drillReport({ url, checks }: DrillReport): string {
  const passed = checks.filter((check) => check.passed).length
  const share = checks.length === 0 ? 0 : Math.floor((passed / checks.length) * 100)
  return [`Drill of ${url}`, '', ...checks.flatMap(lines), '', `${passed} of ${checks.length} passed: ${share} %`].join(
    '\n',
  )
}

function lines({ name, passed, expects, saw, fix }: DrillCheck): string[] {
  if (passed) return [`  ✓ ${name}: ${expects}`]
  return [
    `  ✗ ${name}`,
    `      expected  ${expects}`,
    `      saw       ${saw}`,
    ...(fix ? [`      mend      ${fix}`] : []),
  ]
}
