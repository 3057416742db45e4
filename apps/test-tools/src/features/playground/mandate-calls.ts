import { defined } from '@galla/console/api/browser.ts'
import type { Paise } from '@galla/contract/money'
import {
  type AmountType,
  type AuthWorkflowType,
  type Frequency,
  PENNY_DROP_PAISE,
  SUBSCRIPTION_ENDPOINTS,
  type SubscriptionEndpointName,
} from '@galla/contract/provider/subscriptions'
import type { ProviderCall } from '@galla/contract/sandbox-api/routes'
import { parseAmount } from './draft.ts'
import { APPS } from './payment-kinds.ts'

/** The calls about a mandate that was set up on the merchant's page, in the order of a first debit. */
export const MANDATE_CALLS = [
  { value: 'setup', label: 'Set up the mandate' },
  { value: 'notify', label: 'Notify: announce a debit' },
  { value: 'redeem', label: 'Redeem: debit' },
  { value: 'getOrderStatus', label: 'Status of the debit' },
  { value: 'getStatus', label: 'Status of the mandate' },
  { value: 'cancel', label: 'Cancel the mandate' },
] as const
export type MandateCall = (typeof MANDATE_CALLS)[number]['value']

/** Pairs of debitor and retrier: the party that debits, and the party that repeats a failed debit. The provider knows no fourth pair. */
export const DEBITORS = [
  { value: 'redeem', label: 'You redeem once, the provider retries' },
  { value: 'custom', label: 'You redeem, and retry yourself' },
  { value: 'auto', label: 'The provider, without a redeem' },
] as const
export type Debitor = (typeof DEBITORS)[number]['value']

/** The values of the form as they are typed. */
export interface MandateDraft {
  readonly merchantSubscriptionId: string
  /** Id of the redemption order. */
  readonly merchantOrderId: string
  readonly authWorkflowType: AuthWorkflowType
  readonly amountType: AmountType
  readonly frequency: Frequency
  readonly maxAmount: string
  /** Amount of the first bill, and of each announced debit. */
  readonly amount: string
  readonly debitor: Debitor
}

export type MandateProblems = { readonly [Field in keyof MandateDraft]?: string }

export const emptyMandate = (merchantSubscriptionId: string): MandateDraft => ({
  merchantSubscriptionId,
  merchantOrderId: `${merchantSubscriptionId}-1`,
  authWorkflowType: 'PENNY_DROP',
  amountType: 'VARIABLE',
  frequency: 'MONTHLY',
  maxAmount: '999.00',
  amount: '199.00',
  debitor: 'redeem',
})

/** One call: for the provider, as the input of the SDK's method of the same name, and what is wrong with it. */
export interface ParsedCall {
  readonly call: MandateCall
  readonly request: ProviderCall
  /** Amounts are in paise. */
  readonly input: { readonly [name: string]: unknown }
  readonly problems: MandateProblems
}

const ENDPOINTS: { readonly [Call in MandateCall]: SubscriptionEndpointName } = {
  setup: 'subscriptionSetup',
  notify: 'subscriptionNotify',
  redeem: 'subscriptionRedeem',
  getOrderStatus: 'subscriptionOrderStatus',
  getStatus: 'subscriptionStatus',
  cancel: 'subscriptionCancel',
}

const ID = /^[\w-]{1,63}$/
const ID_PROBLEM = 'Enter 1 to 63 letters, digits, _ and -.'

/** An invalid value is replaced by a valid one, so that code can be shown. */
export function parseMandateCall(draft: MandateDraft, call: MandateCall): ParsedCall {
  const ids = {
    merchantSubscriptionId: ID.test(draft.merchantSubscriptionId) ? draft.merchantSubscriptionId : 'mandate-1',
    merchantOrderId: ID.test(draft.merchantOrderId) ? draft.merchantOrderId : 'debit-1',
  }
  const { merchantSubscriptionId, merchantOrderId } = ids
  const { method, custom } = SUBSCRIPTION_ENDPOINTS[ENDPOINTS[call]]
  const path = custom.replace(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof typeof ids])
  const problems = problemsOf(draft, call)
  const amounts = amountsOf(draft)
  switch (call) {
    case 'setup': {
      const { authWorkflowType, amountType, frequency } = draft
      const terms = { merchantSubscriptionId, authWorkflowType, amountType, maxAmount: amounts.max, frequency }
      const paymentMode = { type: 'UPI_INTENT', targetApp: APPS.Android[0].value }
      const order = { merchantOrderId: `${merchantSubscriptionId}-setup`.slice(0, 63), amount: amounts.first }
      const deviceContext = { deviceOS: 'ANDROID' }
      const paymentFlow = { type: 'SUBSCRIPTION_SETUP', ...terms, paymentMode }
      const body = { ...order, deviceContext, paymentFlow }
      return {
        call,
        problems,
        request: { method, path, body },
        input: { checkout: 'custom', ...order, ...terms, paymentMode, deviceContext },
      }
    }
    case 'notify': {
      const order = { merchantOrderId, amount: amounts.debit }
      const autoDebit = draft.debitor === 'auto'
      const redemptionRetryStrategy = draft.debitor === 'custom' ? 'CUSTOM' : 'STANDARD'
      const paymentFlow = {
        type: 'SUBSCRIPTION_REDEMPTION',
        merchantSubscriptionId,
        redemptionRetryStrategy,
        autoDebit,
      }
      const input = { ...order, merchantSubscriptionId, ...defined({ autoDebit: autoDebit || undefined }) }
      const strategy = draft.debitor === 'custom' ? { redemptionRetryStrategy } : {}
      return {
        call,
        problems,
        request: { method, path, body: { ...order, paymentFlow } },
        input: { ...input, ...strategy },
      }
    }
    case 'redeem':
      return { call, problems, request: { method, path, body: { merchantOrderId } }, input: { merchantOrderId } }
    case 'getOrderStatus':
      return { call, problems, request: { method, path }, input: { merchantOrderId } }
    default:
      return { call, problems, request: { method, path }, input: { merchantSubscriptionId } }
  }
}

interface Amounts {
  readonly max: Paise
  readonly first: Paise
  readonly debit: Paise
}

function amountsOf({ authWorkflowType, amountType, maxAmount, amount }: MandateDraft): Amounts {
  const max = parseAmount(maxAmount).amount
  const debit = amountType === 'FIXED' ? max : parseAmount(amount).amount
  return { max, debit, first: authWorkflowType === 'PENNY_DROP' ? (PENNY_DROP_PAISE as Paise) : debit }
}

/** True when a call has its own amount. A fixed amount is the maximum, and a test takes ₹2. */
export const takesAmount = ({ authWorkflowType, amountType }: MandateDraft, call: MandateCall): boolean =>
  amountType === 'VARIABLE' && (call === 'notify' || (call === 'setup' && authWorkflowType === 'TRANSACTION'))

/** True when a call is about a redemption order. */
export const isAboutDebit = (call: MandateCall): boolean =>
  call === 'notify' || call === 'redeem' || call === 'getOrderStatus'

function problemsOf(draft: MandateDraft, call: MandateCall): MandateProblems {
  const { max, debit } = amountsOf(draft)
  const amount = parseAmount(draft.amount).problem ?? (debit > max ? 'At most the maximum of the mandate.' : undefined)
  return defined({
    merchantSubscriptionId: ID.test(draft.merchantSubscriptionId) ? undefined : ID_PROBLEM,
    merchantOrderId: isAboutDebit(call) && !ID.test(draft.merchantOrderId) ? ID_PROBLEM : undefined,
    maxAmount: call === 'setup' ? parseAmount(draft.maxAmount).problem : undefined,
    amount: takesAmount(draft, call) ? amount : undefined,
  })
}
