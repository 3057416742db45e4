import { channel } from 'node:diagnostics_channel'
import { format } from 'node:util'
import { Galla, type GallaConfig, paise } from '@galla/sdk'
import type { Clock } from '@galla/sdk/testing'
import { LEAK_MARKERS } from '@galla/testkit/leak-detection'

export const SECRETS: Partial<GallaConfig> = {
  clientSecret: LEAK_MARKERS.clientSecret,
  callbackCredentials: [
    { username: 'shop_hook', password: LEAK_MARKERS.callbackPassword },
    { secretKey: LEAK_MARKERS.callbackSecretKey, keyId: 'key-1' },
  ],
}

export interface ObservedClient {
  readonly galla: Galla
  /** All side outputs: hook events, channel messages, warnings, console lines. */
  readonly observed: unknown[]
  /** Unsubscribes from process-wide outputs. */
  stop(): void
}

const CHANNELS = ['request', 'response', 'error', 'telemetry'].map((name) => channel(`galla:${name}`))
const CONSOLE_METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

/** A client whose secrets are canaries, with all its side outputs recorded. */
export function observedClient(config: Partial<GallaConfig>, clock: Clock): ObservedClient {
  const observed: unknown[] = []
  const record = (output: unknown) => void observed.push(output)
  for (const open of CHANNELS) open.subscribe(record)
  const printers = CONSOLE_METHODS.map((name) => [name, console[name]] as const)
  for (const name of CONSOLE_METHODS) console[name] = (...args: unknown[]) => record(format(...args))
  const galla = new Galla(
    {
      clientId: 'shop',
      clientVersion: 1,
      clientSecret: LEAK_MARKERS.clientSecret,
      environment: 'PRODUCTION',
      telemetry: true,
      hooks: { request: record, response: record, error: record, telemetry: record },
      ...SECRETS,
      ...config,
    },
    { clock, random: () => 0, warn: record },
  )
  return {
    galla,
    observed,
    stop() {
      for (const open of CHANNELS) open.unsubscribe(record)
      for (const [name, print] of printers) console[name] = print
    },
  }
}

const order = { merchantOrderId: 'order-1', amount: paise(100), redirectUrl: 'https://shop.example/thanks' }
const constraints = [{ type: 'ACCOUNT', accountNumber: LEAK_MARKERS.accountNumber, ifsc: 'HDFC0000001' }] as const
const mandate = {
  merchantOrderId: 'order-1',
  merchantSubscriptionId: 's-1',
  authWorkflowType: 'PENNY_DROP',
  amountType: 'VARIABLE',
  amount: paise(200),
  maxAmount: paise(99_900),
  frequency: 'MONTHLY',
} as const
const expiry = { month: '06', year: '2031' }
const card = {
  encryptedCardNumber: LEAK_MARKERS.encryptedCardNumber,
  encryptedCvv: LEAK_MARKERS.encryptedCvv,
  encryptionKeyId: 7,
  expiry,
  cardHolderName: 'A Tester',
}
const token = {
  encryptedToken: LEAK_MARKERS.encryptedToken,
  encryptedCvv: LEAK_MARKERS.encryptedCvv,
  cryptogram: LEAK_MARKERS.cryptogram,
  encryptionKeyId: 7,
  expiry,
  panSuffix: LEAK_MARKERS.pan,
}

/** Every method, with all the secrets that its input can contain. */
export const CALLS: readonly (readonly [string, (galla: Galla) => Promise<unknown>])[] = [
  [
    'standardCheckout.pay',
    ({ standardCheckout }) =>
      standardCheckout.pay({
        ...order,
        constraints,
        prefillUserLoginDetails: { phoneNumber: LEAK_MARKERS.phoneNumber },
      }),
  ],
  [
    'standardCheckout.createSdkOrder',
    ({ standardCheckout }) => standardCheckout.createSdkOrder({ ...order, constraints }),
  ],
  [
    'standardCheckout.getOrderStatus',
    ({ standardCheckout }) => standardCheckout.getOrderStatus({ ...order, details: true }),
  ],
  [
    'standardCheckout.getTransactionStatus',
    ({ standardCheckout }) => standardCheckout.getTransactionStatus({ transactionId: 'OM1' }),
  ],
  [
    'customCheckout.pay by VPA',
    ({ customCheckout }) =>
      customCheckout.pay({
        ...order,
        paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: LEAK_MARKERS.vpa }, deviceOS: 'Android' },
      }),
  ],
  [
    'customCheckout.pay by phone number',
    ({ customCheckout }) =>
      customCheckout.pay({
        ...order,
        constraints,
        paymentMode: { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: LEAK_MARKERS.phoneNumber } },
      }),
  ],
  [
    'customCheckout.pay by intent',
    ({ customCheckout }) =>
      customCheckout.pay({
        ...order,
        constraints,
        deviceContext: { deviceOS: 'ANDROID' },
        paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
      }),
  ],
  [
    'customCheckout.pay by QR',
    ({ customCheckout }) => customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } }),
  ],
  [
    'customCheckout.pay by card',
    ({ customCheckout }) => customCheckout.pay({ ...order, paymentMode: { type: 'CARD', cardDetails: card } }),
  ],
  [
    'customCheckout.pay by token',
    ({ customCheckout }) => customCheckout.pay({ ...order, paymentMode: { type: 'TOKEN', tokenDetails: token } }),
  ],
  ['customCheckout.createSdkOrder', ({ customCheckout }) => customCheckout.createSdkOrder({ ...order, constraints })],
  ['customCheckout.getOrderStatus', ({ customCheckout }) => customCheckout.getOrderStatus(order)],
  [
    'customCheckout.getTransactionStatus',
    ({ customCheckout }) => customCheckout.getTransactionStatus({ transactionId: 'OM1' }),
  ],
  [
    'refunds.create',
    ({ refunds }) =>
      refunds.create({ merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(100) }),
  ],
  ['refunds.getStatus', ({ refunds }) => refunds.getStatus({ merchantRefundId: 'r-1' })],
  [
    'subscriptions.setup by VPA',
    ({ subscriptions }) =>
      subscriptions.setup({
        ...mandate,
        constraints,
        checkout: 'custom',
        deviceContext: { deviceOS: 'ANDROID' },
        paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: LEAK_MARKERS.vpa } },
      }),
  ],
  [
    'subscriptions.notify',
    ({ subscriptions }) =>
      subscriptions.notify({
        merchantOrderId: 'order-2',
        merchantSubscriptionId: 's-1',
        amount: paise(100),
        constraints,
      }),
  ],
  ['subscriptions.redeem', ({ subscriptions }) => subscriptions.redeem({ merchantOrderId: 'order-2' })],
  ['subscriptions.getStatus', ({ subscriptions }) => subscriptions.getStatus({ merchantSubscriptionId: 's-1' })],
  ['subscriptions.cancel', ({ subscriptions }) => subscriptions.cancel({ merchantSubscriptionId: 's-1' })],
  ['subscriptions.getOrderStatus', ({ subscriptions }) => subscriptions.getOrderStatus({ merchantOrderId: 'order-2' })],
  [
    'subscriptions.getTransactionStatus',
    ({ subscriptions }) => subscriptions.getTransactionStatus({ transactionId: 'OM1' }),
  ],
  ['upi.validate', ({ upi }) => upi.validate({ type: 'VPA', vpa: LEAK_MARKERS.vpa })],
  ['upi.validate by number', ({ upi }) => upi.validate({ type: 'UPI_NUMBER', upiNumber: LEAK_MARKERS.phoneNumber })],
  [
    'request',
    ({ request }) => request({ method: 'POST', path: '/v3/new', body: { payer: { vpa: LEAK_MARKERS.vpa } } }),
  ],
]
