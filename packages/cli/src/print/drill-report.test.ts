import { expect, it } from 'vitest'
import { drillReport } from './drill-report.ts'

it('a drill report grades each check, and mends what failed', () => {
  const told = drillReport({
    url: 'http://127.0.0.1:3000/callbacks',
    score: 50,
    checks: [
      { name: 'duplicate', passed: true, expects: '2xx, once fulfilled', saw: '200' },
      { name: 'tampered', passed: false, expects: '4xx', saw: '200', fix: 'verify before you parse' },
    ],
  })
  expect(told).toBe(`Drill of http://127.0.0.1:3000/callbacks

  ✓ duplicate: 2xx, once fulfilled
  ✗ tampered
      expected  4xx
      saw       200
      mend      verify before you parse

1 of 2 passed: 50 %`)
})
