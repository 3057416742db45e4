import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { HealthReport } from '@galla/contract/gateway-api/health'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { type GatewayContext, readsOfCaller } from '../context.ts'
import { checkHealth } from '../observability/health.ts'
import type { BillingMethods } from '../subscription-methods.ts'
import { callbackForConsole, callbacksForConsole } from './console-records.ts'
import { IN_TURN } from './finance/imported-files.ts'
import { type MerchantServices, merchantServices } from './merchant.ts'
import { orderStory } from './orders/console-orders.ts'
import { type RefundRequest, requestRefund } from './refunds/request-refund.ts'
import { checkStorable } from './validation.ts'

/** The operations of the merchant API: those of the merchant's code, and what a program may read and request in place of a person. */
export interface MerchantApiServices extends MerchantServices, Partial<BillingMethods> {
  /** Stores a refund that waits for a second person, whatever its amount. @throws GatewayError as `refunds.request` */
  requestRefundForApproval(refund: RefundRequest): Promise<Refund>
  readonly operations: {
    /** One order with everything stored about it; undefined when there is none. */
    timeline(merchantOrderId: string): Promise<OrderWithTimeline | undefined>
    callbacks(query: ParsedQuery<CallbacksQuery>): Promise<Page<CallbackRecord>>
    /** One received callback, masked; undefined when there is none. */
    callback(callbackId: string): Promise<CallbackRecordDetail | undefined>
    health(): Promise<HealthReport>
  }
}

/** `during` registers work that `gateway.stop()` waits for. A request with a file has its turn before its body is read. */
export function merchantApiServices(
  context: GatewayContext,
  during: <Result>(work: () => Promise<Result>) => Promise<Result>,
): MerchantApiServices {
  const reading = { ...context, database: readsOfCaller(context) }
  return {
    ...merchantServices({ ...context, imports: IN_TURN }, during),
    requestRefundForApproval: (refund) =>
      during(() => requestRefund(context, { ...refund, origin: 'api' }, { mustWait: true })),
    operations: {
      timeline: (merchantOrderId) =>
        during(async () => {
          checkStorable(merchantOrderId, 'merchantOrderId')
          return orderStory(reading, merchantOrderId)
        }),
      callbacks: (query) =>
        during(async () => {
          for (const [field, value] of Object.entries(query)) checkStorable(value, field)
          return callbacksForConsole(reading, query)
        }),
      callback: (callbackId) => during(() => callbackForConsole(reading, callbackId)),
      health: () => during(() => checkHealth(context)),
    },
  }
}
