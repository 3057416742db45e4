import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEST_CARDS } from '../src/domain/cards.ts'
import { outcomeRules } from '../src/domain/outcome-rules.ts'
import { FAULT_PROFILES } from '../src/faults/profiles.ts'
import { VERSION } from '../src/package-info.ts'
import { QUIRK_PROFILES } from '../src/quirks.ts'

const guide: string = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8')

/** How the guide writes the value that a rule matches. */
function matchText({ match }: ReturnType<typeof outcomeRules>[number]): string {
  const id = match.merchantOrderId ?? match.merchantRefundId
  if (match.amount !== undefined) return String(match.amount)
  if (match.card !== undefined) return match.card
  if (match.bankId !== undefined) return match.bankId
  return match.vpa ?? id?.replace('*', '…') ?? 'a rule without a value'
}

test.each(outcomeRules())('the guide has the rule $match', (rule) => {
  expect(guide).toContain(matchText(rule))
})

test('the guide names every failure code of the table, every profile, and every card with its expiry and CVV', () => {
  const codes = outcomeRules().map((rule) => rule.outcome)
  for (const code of codes.filter((one) => /^[A-Z]+_|^[A-Z]\w\d?$/.test(one) && one !== 'LATE_PAYMENT'))
    expect(guide).toContain(code)
  for (const name of [...Object.keys(FAULT_PROFILES), ...Object.keys(QUIRK_PROFILES)])
    expect(guide).toContain(`\`${name}\``)
  for (const { expiry, cvv } of TEST_CARDS) {
    expect(guide).toContain(`${expiry.month}/${expiry.year}`)
    expect(guide).toContain(`CVV ${cvv}`)
  }
})

test('the version of the health route is the package version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(VERSION).toBe(version)
})
