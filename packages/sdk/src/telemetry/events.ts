import type { EndpointName } from '@galla/contract/provider/endpoints'
import type { TelemetryData, TelemetryEvent, TelemetryEventName } from '@galla/contract/provider/telemetry'
import type { AccessToken } from '../auth/access-token.ts'
import type { GallaError } from '../errors/galla-error.ts'
import type { Call } from '../operations/operations.ts'

export type Flow = 'PG' | 'PG_CHECKOUT'
type Subject = 'PAY' | 'ORDER_STATUS' | 'REFUND' | 'REFUND_STATUS' | 'TRANSACTION_STATUS' | 'CREATE_SDK_ORDER'

/** What the provider wants to hear of each call (provider-protocol §12). Calls that are not here are nobody's business. */
const SUBJECTS: { readonly [Name in EndpointName | 'raw']?: { readonly subject: Subject; readonly flow: Flow } } = {
  standardPay: { subject: 'PAY', flow: 'PG_CHECKOUT' },
  standardOrderStatus: { subject: 'ORDER_STATUS', flow: 'PG_CHECKOUT' },
  standardTransactionStatus: { subject: 'TRANSACTION_STATUS', flow: 'PG_CHECKOUT' },
  standardSdkOrder: { subject: 'CREATE_SDK_ORDER', flow: 'PG_CHECKOUT' },
  customPay: { subject: 'PAY', flow: 'PG' },
  customOrderStatus: { subject: 'ORDER_STATUS', flow: 'PG' },
  customTransactionStatus: { subject: 'TRANSACTION_STATUS', flow: 'PG' },
  customSdkOrder: { subject: 'CREATE_SDK_ORDER', flow: 'PG' },
  refund: { subject: 'REFUND', flow: 'PG_CHECKOUT' },
  refundStatus: { subject: 'REFUND_STATUS', flow: 'PG_CHECKOUT' },
}

/** The parts of a request body that are reported; nothing of the payer is among them. */
interface ReportedBody {
  amount?: number
  expireAfter?: number
  deviceContext?: TelemetryData['deviceContext']
  paymentFlow?: { paymentMode?: { type?: string; targetApp?: string } }
}

/** A settled call as an event, or undefined where the protocol has none for it. */
export function callEvent(call: Call, error: GallaError | undefined, nowMs: number): TelemetryEvent | undefined {
  const row = SUBJECTS[call.endpoint]
  if (!row) return undefined
  const { amount, expireAfter, deviceContext, paymentFlow } = (call.body ?? {}) as ReportedBody
  const { merchantOrderId, merchantRefundId, originalMerchantOrderId, transactionId } = call.ids
  const mode = paymentFlow?.paymentMode
  return event(`${row.subject}_${error ? 'FAILED' : 'SUCCESS'}`, nowMs, merchantOrderId ?? originalMerchantOrderId, {
    flowType: 'B2B_PG',
    paymentFlow: call.flow ?? row.flow,
    apiPath: call.path.split('?', 1)[0],
    amount,
    expireAfter,
    paymentInstrument: mode?.type,
    targetApp: mode?.type === 'UPI_INTENT' ? mode.targetApp : undefined,
    deviceContext,
    merchantRefundId,
    originalMerchantOrderId,
    transactionId,
    eventState: error ? 'FAILED' : 'SUCCESS',
    ...(error ? exceptionFields(error) : {}),
  })
}

/** Told once at the beginning: a client of each kind, and the token service behind them. */
export function beginningEvents(flows: readonly Flow[], nowMs: number): TelemetryEvent[] {
  const initiated = { eventState: 'INITIATED', flowType: 'B2B_PG' } as const
  return [
    event('TOKEN_SERVICE_INITIALIZED', nowMs, undefined, initiated),
    ...flows.map((paymentFlow) =>
      event(`${paymentFlow === 'PG' ? 'CUSTOM' : 'STANDARD'}_CHECKOUT_CLIENT_INITIALIZED`, nowMs, undefined, {
        ...initiated,
        paymentFlow,
      }),
    ),
  ]
}

/** The token could not be renewed, and the cached one went on being used. */
export function fallbackEvent(
  error: GallaError,
  cached: AccessToken,
  apiPath: string,
  attemptedAtMs: number,
  nowMs: number,
): TelemetryEvent {
  return event('OAUTH_FETCH_FAILED_USED_CACHED_TOKEN', nowMs, undefined, {
    eventState: 'FAILED',
    apiPath,
    tokenFetchAttemptTimestamp: seconds(attemptedAtMs),
    cachedTokenIssuedAt: cached.issuedAt,
    cachedTokenExpiresAt: cached.expiresAt,
    ...exceptionFields(error),
  })
}

/** An authentic callback could not be read. */
export function unreadableCallbackEvent(error: GallaError, nowMs: number): TelemetryEvent {
  return event('CALLBACK_SERIALIZATION_FAILED', nowMs, undefined, {
    eventState: 'FAILED',
    paymentFlow: 'PG_CHECKOUT',
    ...exceptionFields(error),
  })
}

type Loose<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }

function event(
  eventName: TelemetryEventName,
  nowMs: number,
  merchantOrderId: string | undefined,
  data: Loose<TelemetryData>,
): TelemetryEvent {
  const made: Loose<TelemetryEvent> = {
    merchantOrderId,
    eventName,
    eventTime: seconds(nowMs),
    data: data as TelemetryData,
  }
  return made as TelemetryEvent
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function exceptionFields(error: GallaError): TelemetryData {
  return {
    exceptionClass: exceptionClassOf(error),
    exceptionMessage: error.message,
    exceptionCode: error.code ?? null,
    exceptionHttpStatusCode: ('httpStatus' in error ? error.httpStatus : undefined) ?? null,
    exceptionData: error.data ?? null,
  }
}

/** The provider knows failures by its own SDK's class names; what has no such class has no name either. */
const CLASSES: { readonly [Kind in GallaError['kind']]?: string } = {
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
}

export function exceptionClassOf({ kind }: GallaError): string | null {
  return CLASSES[kind] ?? null
}
