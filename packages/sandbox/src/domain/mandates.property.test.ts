import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyMandateCommand, isEnded, type Mandate, type MandateCommand } from './mandate.ts'
import {
  applyRedemptionCommand,
  isFinal,
  MAX_DEBIT_TRIES,
  RETRY_GAP_MS,
  type Redemption,
  type RedemptionCommand,
  validAfterMs,
} from './redemption.ts'

const RUNS = { numRuns: process.env.GALLA_LONG ? 10_000 : 300 }
const HOUR_MS = 3_600_000
const failure = { errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' }

const mandate: Mandate = {
  merchantSubscriptionId: 'sub-1',
  subscriptionId: 'OMS1',
  family: 'custom',
  authWorkflowType: 'PENNY_DROP',
  amountType: 'VARIABLE',
  maxAmount: 99_900 as Paise,
  frequency: 'MONTHLY',
  expiresAtMs: 400 * HOUR_MS,
  setupOrderId: 'setup-1',
  state: 'ACTIVATION_IN_PROGRESS',
  createdAtMs: 0,
}

const mandateCommand: fc.Arbitrary<MandateCommand> = fc.oneof(
  fc.constant({ type: 'ACTIVATE', umn: 'a@ybl' } as const),
  fc.boolean().map((expired) => ({ type: 'SETUP_FAILED', expired }) as const),
  fc.nat(500).map((hours) => ({ type: 'PAUSE', untilMs: hours * HOUR_MS }) as const),
  fc.constantFrom<MandateCommand>(
    { type: 'RESUME' },
    { type: 'REVOKE' },
    { type: 'CANCEL' },
    { type: 'CANCELLED' },
    { type: 'EXPIRE' },
  ),
)

const steps = <Command>(command: fc.Arbitrary<Command>) =>
  fc.array(fc.record({ command, afterMs: fc.nat(40).map((hours) => hours * HOUR_MS) }), { maxLength: 25 })

describe('a mandate', () => {
  it('follows the documented arrows, and what has ended stays ended', () => {
    const ARROWS: { readonly [State in Mandate['state']]?: readonly string[] } = {
      ACTIVATION_IN_PROGRESS: ['ACTIVE', 'FAILED', 'EXPIRED'],
      ACTIVE: ['PAUSED', 'REVOKED', 'CANCEL_IN_PROGRESS', 'EXPIRED'],
      PAUSED: ['ACTIVE', 'REVOKED', 'CANCEL_IN_PROGRESS', 'EXPIRED'],
      CANCEL_IN_PROGRESS: ['CANCELLED'],
    }
    fc.assert(
      fc.property(steps(mandateCommand), (all) => {
        let current = mandate
        let nowMs = 0
        for (const { command, afterMs } of all) {
          nowMs += afterMs
          const { mandate: next, refused } = applyMandateCommand(current, command, nowMs)
          if (refused) expect(next).toBe(current)
          else if (isEnded(current)) expect([current.setupExpired, next.state]).toEqual([true, 'ACTIVE'])
          else expect(ARROWS[current.state]).toContain(next.state)
          expect(next.pauseEndMs === undefined).toBe(next.state !== 'PAUSED')
          if (next.state === 'ACTIVE') expect(next.umn).toBe('a@ybl')
          current = next
        }
      }),
      RUNS,
    )
  })
})

const redemption = (retryStrategy: Redemption['retryStrategy']): Redemption => ({
  merchantOrderId: 'debit-1',
  orderId: 'OMO1',
  merchantSubscriptionId: 'sub-1',
  family: 'custom',
  amount: 19_900 as Paise,
  state: 'NOTIFICATION_IN_PROGRESS',
  createdAtMs: 0,
  expiresAtMs: 120 * HOUR_MS,
  retryStrategy,
  autoDebit: false,
  tries: [],
})

const redemptionCommand: fc.Arbitrary<RedemptionCommand> = fc.oneof(
  fc.constantFrom<RedemptionCommand>(
    { type: 'NOTIFIED' },
    { type: 'NOT_NOTIFIED', failure },
    { type: 'START', transactionId: 'OM1', answerAtMs: 1 },
    { type: 'SUCCEED', splits: [] },
    { type: 'FAIL', failure },
    { type: 'VOID' },
    { type: 'EXPIRE', failure },
  ),
  fc.nat(90).map((hours) => ({ type: 'FAIL', failure, retryAtMs: hours * HOUR_MS }) as const),
  fc.constant({ type: 'START', transactionId: 'OM2' } as const),
  fc.constant({ type: 'NOTIFIED' } as const),
)

describe('a redemption order', () => {
  it('moves money at most once, never early, never after a pause, and never after its end', () => {
    fc.assert(
      fc.property(fc.constantFrom('STANDARD', 'CUSTOM'), steps(redemptionCommand), (strategy, all) => {
        let current = redemption(strategy as Redemption['retryStrategy'])
        let nowMs = 0
        let completions = 0
        for (const { command, afterMs } of all) {
          nowMs += afterMs
          const { redemption: next, refused, events } = applyRedemptionCommand(current, command, nowMs)
          if (refused) expect(next).toBe(current)
          if (isFinal(current)) expect(refused).toBe('FINAL')
          completions += events.filter((event) => event === 'redemption.order.completed').length
          expect(next.tries.length).toBeLessThanOrEqual(MAX_DEBIT_TRIES)
          expect(next.tries.filter(({ state }) => state === 'COMPLETED').length).toBe(
            next.state === 'COMPLETED' ? 1 : 0,
          )
          expect(next.tries.slice(0, -1).every(({ state }) => state === 'FAILED')).toBe(true)
          if (next.tries.length > current.tries.length) {
            expect(nowMs).toBeGreaterThanOrEqual(validAfterMs(current) ?? Number.POSITIVE_INFINITY)
            expect(nowMs).toBeLessThan(current.expiresAtMs)
            expect(current.void).toBeUndefined()
            const last = current.tries.at(-1)
            if (last) expect(nowMs - (last.endedAtMs ?? nowMs)).toBeGreaterThanOrEqual(RETRY_GAP_MS)
          }
          current = next
        }
        expect(completions).toBe(current.state === 'COMPLETED' ? 1 : 0)
      }),
      RUNS,
    )
  })
})
