import { paise } from '../money.ts'
import type { MerchantRoutes } from './merchant-routes.ts'

type IdsIn<Path extends string> = Path extends `${string}:${infer Id}/${infer Rest}`
  ? Id | IdsIn<`/${Rest}`>
  : Path extends `${string}:${infer Id}`
    ? Id
    : never

/** A request that a gateway accepts: values of the path, the query and the body. */
type RequestExample<Route extends keyof MerchantRoutes> = {
  readonly [Part in 'query' | 'body' as Part extends keyof MerchantRoutes[Route]
    ? Part
    : never]: Part extends keyof MerchantRoutes[Route] ? MerchantRoutes[Route][Part] : never
} & { readonly path: { readonly [Id in IdsIn<Route>]: string } }

const ORDER = { merchantOrderId: 'cart-7-1' } as const
const LINK = { merchantOrderId: 'invoice-42-1' } as const
const PLAN = { planId: 'tea-monthly' } as const
const SUBSCRIPTION = { subscriptionId: 'sub-7' } as const
const REFUND = { merchantRefundId: 'cart-7-1-cup' } as const

/** An example of each request of the merchant API, in an order in which they work one after the other. A route without a line does not compile. */
export const MERCHANT_EXAMPLES: { readonly [Route in keyof MerchantRoutes]: RequestExample<Route> } = {
  'GET /key': { path: {} },
  'GET /health': { path: {} },
  'POST /orders': {
    path: {},
    body: {
      ...ORDER,
      reference: 'cart-7',
      amount: paise(49_900),
      checkout: 'CUSTOM',
      redirectUrl: 'https://shop.example/thanks',
      metaInfo: { udf1: 'table 4' },
    },
  },
  'POST /orders/:merchantOrderId/resume': { path: ORDER },
  'POST /orders/:merchantOrderId/pay': { path: ORDER, body: { paymentMode: { type: 'UPI_QR' } } },
  'POST /orders/:merchantOrderId/sync': { path: ORDER },
  'GET /orders': { path: {}, query: { reference: 'cart-7', limit: '20' } },
  'GET /orders/:merchantOrderId': { path: ORDER },
  'GET /orders/:merchantOrderId/timeline': { path: ORDER },
  'POST /orders/:merchantOrderId/refunds': {
    path: ORDER,
    body: { ...REFUND, amount: paise(10_000), note: 'a broken cup' },
  },
  'GET /refunds': { path: {}, query: { state: 'OPEN' } },
  'GET /refunds/:merchantRefundId': { path: REFUND },
  'POST /refunds/:merchantRefundId/sync': { path: REFUND },
  'POST /orders/:merchantOrderId/refund-requests': {
    path: ORDER,
    body: { merchantRefundId: 'cart-7-1-saucer', amount: paise(5_000), note: 'a broken saucer' },
  },
  'POST /orders/:merchantOrderId/cancel': { path: { merchantOrderId: 'cart-8-1' } },
  'POST /links': {
    path: {},
    body: {
      ...LINK,
      reference: 'invoice-42',
      amount: paise(129_900),
      customer: { phoneNumber: '+919000000001' },
      sendBy: ['SMS'],
      description: 'Invoice 42',
    },
  },
  'POST /links/:merchantOrderId/remind': { path: LINK, body: { sendBy: ['SMS'] } },
  'POST /links/:merchantOrderId/cancel': { path: LINK },
  'GET /callbacks': { path: {}, query: { id: ORDER.merchantOrderId } },
  'GET /callbacks/:callbackId': { path: { callbackId: '1' } },
  'POST /settlements/reports': {
    path: {},
    body: {
      name: 'november.csv',
      text: 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,settlement_id\ncart-7-1,PAYMENT,499.00,9.98,1.80,stl-7\n',
    },
  },
  'GET /settlements/reports': { path: {} },
  'GET /settlements': { path: {}, query: { state: 'PROCESSED' } },
  'GET /settlements/summary': { path: {} },
  'GET /settlements/:settlementId': { path: { settlementId: 'stl-7' } },
  'POST /settlements/reports/:reportId/undo': { path: { reportId: '1' } },
  'POST /bank-statements': {
    path: {},
    body: {
      name: 'november.csv',
      text: 'Date,Narration,Debit,Credit\n09/01/2026,NEFT*YESB0000001*YESAP61641609940*PhonePe Limited,,487.22\n',
    },
  },
  'GET /bank-statements': { path: {} },
  'DELETE /bank-statements/:statementId': { path: { statementId: '1' } },
  'GET /day-closes': { path: {}, query: { from: '2026-10-01', to: '2026-10-31' } },
  'GET /day-closes/:day': { path: { day: '2026-10-31' } },
  'POST /legal-holds': { path: {}, body: { ...ORDER, reason: 'a dispute with the bank', by: 'the finance team' } },
  'GET /legal-holds': { path: {} },
  'DELETE /legal-holds/:merchantOrderId': { path: ORDER },
  'POST /payers/preview': { path: {}, body: ORDER },
  'POST /payers/erase': { path: {}, body: ORDER },
  'POST /plans': {
    path: {},
    body: { ...PLAN, name: 'Tea every month', amount: paise(19_900), frequency: 'MONTHLY' },
  },
  'GET /plans': { path: {}, query: { limit: '20' } },
  'GET /plans/:planId': { path: PLAN },
  'POST /subscriptions': {
    path: {},
    body: { ...SUBSCRIPTION, ...PLAN, redirectUrl: 'https://shop.example/thanks', maxAmount: paise(49_900) },
  },
  'GET /subscriptions': { path: {}, query: { state: 'CREATED', limit: '20' } },
  'GET /subscriptions/:subscriptionId': { path: SUBSCRIPTION },
  'POST /subscriptions/:subscriptionId/payer-tokens': { path: SUBSCRIPTION },
  'POST /subscriptions/:subscriptionId/pause': { path: SUBSCRIPTION, body: {} },
  'POST /subscriptions/:subscriptionId/resume': { path: SUBSCRIPTION },
  'POST /subscriptions/:subscriptionId/skip': { path: SUBSCRIPTION, body: { cycle: 2 } },
  'POST /subscriptions/:subscriptionId/change-amount': {
    path: SUBSCRIPTION,
    body: { amount: paise(14_900), prorate: true },
  },
  'POST /subscriptions/:subscriptionId/renew-mandate': {
    path: SUBSCRIPTION,
    body: { maxAmount: paise(99_900), redirectUrl: 'https://shop.example/thanks' },
  },
  'POST /subscriptions/:subscriptionId/cancel': { path: SUBSCRIPTION, body: { at: 'cycle-end' } },
  'POST /plans/:planId/archive': { path: PLAN },
  'POST /mandates/import': {
    path: {},
    body: {
      subscriptionId: 'sub-8',
      ...PLAN,
      merchantSubscriptionId: 'club-8',
      setupOrderId: 'club-8-setup',
      nextCycleOn: '2027-02-10',
    },
  },
}
