import { tokenCurl } from '@galla/console/code-samples/curl.ts'
import { compile, writePrograms } from '@galla/console/test/programs.ts'
import { requestOf, shell } from '@galla/console/test/shell.ts'
import { serveSandbox } from '@galla/sandbox'
import { expect, it } from 'vitest'
import {
  DEBITORS,
  emptyMandate,
  MANDATE_CALLS,
  type MandateDraft,
  parseMandateCall,
} from '../playground/mandate-calls.ts'
import { mandateCode, mandateCurl } from './mandate-code.ts'

const HERE = { environment: 'SANDBOX', sandboxUrl: 'http://127.0.0.1:4500' } as const
const DRAFTS: readonly MandateDraft[] = [
  ...DEBITORS.map(({ value }) => ({ ...emptyMandate(`mandate-${value}`), debitor: value })),
  { ...emptyMandate('mandate-fixed'), authWorkflowType: 'TRANSACTION', amountType: 'FIXED', frequency: 'ON_DEMAND' },
]

it('compiles for every call', () => {
  const files = Object.fromEntries(
    DRAFTS.flatMap((draft) =>
      MANDATE_CALLS.map(({ value }) => [
        `${draft.merchantSubscriptionId}-${value}.ts`,
        mandateCode(parseMandateCall(draft, value), HERE),
      ]),
    ),
  )
  expect(compile(writePrograms('mandate-code', files))).toBe('')
})

it.each(DRAFTS)('the shell sends what the sandbox accepts: $merchantSubscriptionId, $debitor', async (draft) => {
  const sandbox = await serveSandbox({
    port: 0,
    clock: { startMs: Date.parse('2027-01-31T08:00:00+05:30'), frozen: true },
    tokenLifeSec: 999_999,
  })
  const target = { ...HERE, sandboxUrl: sandbox.url }
  const secrets = { GALLA_CLIENT_ID: 'shop', GALLA_CLIENT_SECRET: 'any', GALLA_CLIENT_VERSION: '1' }
  const send = async (script: string, token = '') => {
    const { url, init } = requestOf(shell(script, { ...secrets, GALLA_TOKEN: token }).curl)
    return sandbox.fetch(url, init as never)
  }
  try {
    const { access_token: token } = (await (await send(tokenCurl(target))).json()) as { access_token: string }
    const run = async (call: (typeof MANDATE_CALLS)[number]['value']) => {
      const script = mandateCurl(parseMandateCall(draft, call), target).replace(tokenCurl(target), '')
      return (await send(script, token)).status
    }
    expect(await run('setup')).toBe(200)
    await sandbox.simulatePayment(`${draft.merchantSubscriptionId}-setup`, { outcome: 'SUCCESS' })
    expect(await run('getStatus')).toBe(200)
    expect(await run('notify')).toBe(200)
    await sandbox.clock.advance(25 * 3_600_000)
    expect(await run('redeem')).toBe(draft.debitor === 'auto' ? 400 : 200)
    await sandbox.clock.advance(86_400_000)
    expect(await run('getOrderStatus')).toBe(200)
    expect((await sandbox.redemption(draft.merchantOrderId)).state).toBe('COMPLETED')
    expect(await run('cancel')).toBe(204)
  } finally {
    await sandbox.close()
  }
})
