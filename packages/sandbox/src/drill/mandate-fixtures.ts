import type { Paise } from '@galla/contract/money'
import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import type { DrillOrder } from '@galla/contract/sandbox-api/routes'
import { mandateMessage, redemptionMessage } from '../callbacks/mandate-messages.ts'
import { type CallbackMessage, orderMessage } from '../callbacks/messages.ts'
import type { SandboxContext } from '../context.ts'
import {
  applyMandateCommand,
  type Mandate,
  type MandateCommand,
  type MandateDetails,
  type MandateEventType,
  type MandateFamily,
} from '../domain/mandate.ts'
import type { Order } from '../domain/order.ts'
import { CANCELLED } from '../domain/outcome.ts'
import { SAVINGS_ACCOUNT, splitsOf } from '../domain/payer.ts'
import {
  applyRedemptionCommand,
  type Redemption,
  type RedemptionCommand,
  type RedemptionEventType,
} from '../domain/redemption.ts'

/** Callbacks of mandates and their debits, each about something that the sandbox has in the state that is reported. */
export interface MandateFixtures {
  /** A setup on the merchant's page or on the hosted one, which the payer approves or not. */
  setUp(family: MandateFamily, end: 'completed' | 'failed'): CallbackMessage
  change(event: MandateEventType): CallbackMessage
  /** The callbacks of a debit, in the order in which they are sent. */
  debit(end: 'notified' | 'not-notified' | 'completed' | 'failed'): readonly CallbackMessage[]
}

interface MandateFixtureParts {
  readonly context: SandboxContext
  /** A final setup order, stored and recorded. */
  setupOrder(mandate: MandateDetails, end: 'completed' | 'failed'): Order
  record(merchantOrderId: string, mayFulfil: DrillOrder['mayFulfil']): void
}

const YEAR_MS = 365 * 86_400_000
const AMOUNT = 19_900 as Paise
const UMN = '0a1b2c3d4e5f60718293a4b5c6d7e8f9@ybl'

/** The commands after which a new, approved mandate sends an event. */
const CHANGES: { readonly [Event in MandateEventType]: (nowMs: number) => readonly MandateCommand[] } = {
  paused: (nowMs) => [{ type: 'PAUSE', untilMs: nowMs + 7 * 86_400_000 }],
  unpaused: (nowMs) => [{ type: 'PAUSE', untilMs: nowMs + 86_400_000 }, { type: 'RESUME' }],
  revoked: () => [{ type: 'REVOKE' }],
  cancelled: () => [{ type: 'CANCEL' }, { type: 'CANCELLED' }],
}

export function createMandateFixtures({ context, setupOrder, record }: MandateFixtureParts): MandateFixtures {
  const { ids, clock, store, settings } = context

  const detailsOf = (family: MandateFamily): MandateDetails => {
    const subscriptionId = ids.mandate(clock.now())
    return {
      merchantSubscriptionId: `drill-${subscriptionId.slice(-7)}`,
      subscriptionId,
      family,
      authWorkflowType: 'TRANSACTION',
      amountType: 'VARIABLE',
      maxAmount: AMOUNT,
      frequency: 'ON_DEMAND',
      expiresAtMs: clock.now() + YEAR_MS,
    }
  }
  const stored = (details: MandateDetails, setupOrderId: string, commands: readonly MandateCommand[]): Mandate => {
    const createdAtMs = clock.now()
    const opened: Mandate = { ...details, setupOrderId, state: 'ACTIVATION_IN_PROGRESS', createdAtMs }
    const mandate = commands.reduce((one, command) => applyMandateCommand(one, command, createdAtMs).mandate, opened)
    store.mandates.put(mandate)
    return mandate
  }
  const approved = (commands: readonly MandateCommand[] = []): Mandate => {
    const details = detailsOf('custom')
    const { merchantOrderId } = setupOrder(details, 'completed')
    return stored(details, merchantOrderId, [{ type: 'ACTIVATE', umn: UMN }, ...commands])
  }

  return {
    setUp(family, end) {
      const details = detailsOf(family)
      const order = setupOrder(details, end)
      const ended: MandateCommand =
        end === 'completed' ? { type: 'ACTIVATE', umn: UMN } : { type: 'SETUP_FAILED', expired: false }
      stored(details, order.merchantOrderId, [ended])
      return orderMessage(order, { type: end === 'completed' ? 'ORDER_COMPLETED' : 'ORDER_FAILED' }, settings)
    },
    change: (event) => mandateMessage(approved(CHANGES[event](clock.now())), event, settings),
    debit(end) {
      const nowMs = clock.now()
      const { merchantSubscriptionId } = approved()
      const orderId = ids.order(nowMs)
      const transactionId = ids.attempt(nowMs)
      const merchantOrderId = `drill-${orderId.slice(-7)}`
      record(merchantOrderId, end === 'completed' ? 'at-most-once' : 'never')
      const payer = { kind: 'ACCOUNT', account: SAVINGS_ACCOUNT } as const
      const splits = splitsOf(payer, AMOUNT, ids.bankReferences(transactionId))
      const steps: { readonly [End in typeof end]: readonly RedemptionCommand[] } = {
        notified: [{ type: 'NOTIFIED' }],
        'not-notified': [{ type: 'NOT_NOTIFIED', failure: CANCELLED }],
        completed: [{ type: 'NOTIFIED' }, { type: 'START', transactionId }, { type: 'SUCCEED', splits }],
        failed: [{ type: 'NOTIFIED' }, { type: 'START', transactionId }, { type: 'FAIL', failure: CANCELLED }],
      }
      // Announced a day ago, so that the debit is possible now.
      const announcedMs = nowMs - NOTICE_MS
      let redemption: Redemption = {
        merchantOrderId,
        orderId,
        merchantSubscriptionId,
        family: 'custom',
        amount: AMOUNT,
        state: 'NOTIFICATION_IN_PROGRESS',
        createdAtMs: announcedMs,
        expiresAtMs: nowMs + NOTICE_MS,
        retryStrategy: 'STANDARD',
        autoDebit: false,
        tries: [],
      }
      const messages: CallbackMessage[] = []
      for (const step of steps[end]) {
        const change = applyRedemptionCommand(redemption, step, step.type === 'NOTIFIED' ? announcedMs : nowMs)
        redemption = change.redemption
        messages.push(
          ...change.events.map((event: RedemptionEventType) => redemptionMessage(redemption, event, settings)),
        )
      }
      store.redemptions.put(redemption)
      return messages
    },
  }
}
