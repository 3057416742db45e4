import type { EndpointName } from '@galla/contract/provider/endpoints'
import type { TelemetryData, TelemetryEvent, TelemetryEventName } from '@galla/contract/provider/telemetry'
import type { AccessToken } from '../auth/access-token.ts'
import { type GallaError, socketCodeOf } from '../errors/galla-error.ts'
import type { Operation } from '../operations/operations.ts'

/** The product: custom checkout or the hosted page. */
export type Flow = 'PG' | 'PG_CHECKOUT'
type EventSubject = 'PAY' | 'ORDER_STATUS' | 'REFUND' | 'REFUND_STATUS' | 'TRANSACTION_STATUS' | 'CREATE_SDK_ORDER'

/** The calls that telemetry reports (protocol §12); other calls have no event. */
const SUBJECTS: { readonly [Name in EndpointName | 'raw']?: readonly [subject: EventSubject, flow: Flow] } = {
  standardPay: ['PAY', 'PG_CHECKOUT'],
  standardOrderStatus: ['ORDER_STATUS', 'PG_CHECKOUT'],
  standardTransactionStatus: ['TRANSACTION_STATUS', 'PG_CHECKOUT'],
  standardSdkOrder: ['CREATE_SDK_ORDER', 'PG_CHECKOUT'],
  customPay: ['PAY', 'PG'],
  customOrderStatus: ['ORDER_STATUS', 'PG'],
  customTransactionStatus: ['TRANSACTION_STATUS', 'PG'],
  customSdkOrder: ['CREATE_SDK_ORDER', 'PG'],
  refund: ['REFUND', 'PG_CHECKOUT'],
  refundStatus: ['REFUND_STATUS', 'PG_CHECKOUT'],
}

/** The fields of a request body that are reported. None identifies the payer. */
interface ReportedBody {
  amount?: number
  expireAfter?: number
  deviceContext?: TelemetryData['deviceContext']
  paymentFlow?: { paymentMode?: { type?: string; targetApp?: string } }
}

/** The event of a finished call, or undefined where the protocol has none. `refundFlow`: the product of a refund's order. */
export function operationEvent(
  operation: Operation,
  error: GallaError | undefined,
  nowMs: number,
  refundFlow?: Flow,
): TelemetryEvent | undefined {
  const { report, endpoint, ids } = operation
  const eventState = error ? 'FAILED' : 'SUCCESS'
  const ending = { apiPath: pathOf(operation), eventState, ...(error ? exceptionFields(error) : {}) } as const
  const row = SUBJECTS[endpoint as EndpointName]
  if (report) {
    const data = { flowType: 'SUBSCRIPTION', ...report.data, ...ending } as const
    return createEvent(`${report.subject}_${eventState}`, nowMs, data, ids.merchantOrderId)
  }
  if (!row) return undefined
  const [subject, flow] = row
  const { amount, expireAfter, deviceContext, paymentFlow } = (operation.body ?? {}) as ReportedBody
  const { merchantOrderId, merchantRefundId, originalMerchantOrderId, transactionId } = ids
  const mode = paymentFlow?.paymentMode
  return createEvent(
    `${subject}_${eventState}`,
    nowMs,
    {
      flowType: 'B2B_PG',
      paymentFlow: operation.flow ?? (subject.startsWith('REFUND') ? refundFlow : undefined) ?? flow,
      amount,
      expireAfter,
      paymentInstrument: mode?.type,
      targetApp: mode?.type === 'UPI_INTENT' ? mode.targetApp : undefined,
      deviceContext,
      merchantRefundId,
      originalMerchantOrderId,
      transactionId,
      ...ending,
    },
    merchantOrderId ?? originalMerchantOrderId,
  )
}

const pathOf = ({ path }: Operation) => path.split('?', 1)[0]

/** Recorded once when a client is created: one event per product, and one for the token service. */
export function startupEvents(flows: readonly Flow[], nowMs: number): TelemetryEvent[] {
  const initiated = { eventState: 'INITIATED', flowType: 'B2B_PG' } as const
  return [
    createEvent('TOKEN_SERVICE_INITIALIZED', nowMs, initiated),
    ...flows.map((paymentFlow) => {
      const product = paymentFlow === 'PG' ? 'CUSTOM' : 'STANDARD'
      return createEvent(`${product}_CHECKOUT_CLIENT_INITIALIZED`, nowMs, { ...initiated, paymentFlow })
    }),
  ]
}

/** A token request failed and the cached token is used again. */
export function fallbackEvent(
  error: GallaError,
  cached: AccessToken,
  apiPath: string,
  attemptedAtMs: number,
  nowMs: number,
): TelemetryEvent {
  return createEvent('OAUTH_FETCH_FAILED_USED_CACHED_TOKEN', nowMs, {
    eventState: 'FAILED',
    apiPath,
    tokenFetchAttemptTimestamp: toSeconds(attemptedAtMs),
    cachedTokenIssuedAt: cached.issuedAt,
    cachedTokenExpiresAt: cached.expiresAt,
    ...exceptionFields(error),
  })
}

/** An authentic callback has an unreadable body. */
export function unreadableCallbackEvent(error: GallaError, nowMs: number, paymentFlow: Flow): TelemetryEvent {
  return createEvent('CALLBACK_SERIALIZATION_FAILED', nowMs, {
    eventState: 'FAILED',
    paymentFlow,
    ...exceptionFields(error),
  })
}

/** JSON.stringify drops undefined properties, so they need not be removed here. */
type AllowUndefined<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }

function createEvent(
  eventName: TelemetryEventName,
  nowMs: number,
  data: AllowUndefined<TelemetryData>,
  merchantOrderId?: string,
): TelemetryEvent {
  const event: AllowUndefined<TelemetryEvent> = {
    merchantOrderId,
    eventName,
    eventTime: toSeconds(nowMs),
    data: data as TelemetryData,
  }
  return event as TelemetryEvent
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function exceptionFields(error: GallaError): TelemetryData {
  return {
    exceptionClass: EXCEPTION_CLASSES[error.kind] ?? null,
    exceptionMessage: error.message,
    exceptionCode: error.code ?? socketCodeOf(error) ?? null,
    exceptionHttpStatusCode: ('httpStatus' in error ? error.httpStatus : undefined) ?? null,
    exceptionData: error.data ?? null,
  }
}

/** The class names of the official SDK, by which the provider groups failures. */
const EXCEPTION_CLASSES: { readonly [Kind in GallaError['kind']]?: string } = {
  'bad-request': 'BadRequest',
  unauthorized: 'UnauthorizedAccess',
  forbidden: 'ForbiddenAccess',
  'not-found': 'ResourceNotFound',
  conflict: 'ResourceConflict',
  gone: 'ResourceGone',
  'expectation-failed': 'ExpectationFailed',
  invalid: 'ResourceInvalid',
  'too-many-requests': 'TooManyRequests',
  'client-error': 'ClientError',
  'server-error': 'ServerError',
  http: 'PhonePeException',
  'invalid-callback': 'PhonePeException',
  'invalid-request': 'BadRequest',
}
