import { didYouMean } from './domain/nearest.ts'

/**
 * Points on which the provider's own sources disagree (protocol §14.2), or which it configures for each merchant. Every property
 * has the default behaviour first.
 */
export interface Quirks {
  /**
   * Error of a pay request whose order id was used before.
   * @default 'INVALID_TRANSACTION_ID'
   */
  duplicateOrder: 'INVALID_TRANSACTION_ID' | 'ORDER_ALREADY_EXISTS' | 'INVALID_MERCHANT_ORDER_ID'
  /**
   * Error of a status check of an unknown order.
   * @default 'INVALID_MERCHANT_ORDER_ID'
   */
  unknownOrder: 'INVALID_MERCHANT_ORDER_ID' | 'INVALID_MERCHANT_ORDER_ID_404' | 'MERCHANT_ORDER_MAPPING_NOT_FOUND'
  /**
   * Seconds until a hosted-page order without `expireAfter` expires.
   * @default 600
   */
  pageExpirySec: number
  /**
   * Form of `qrData`: a PNG as a data URI, a PNG in Base64, or the UPI link itself.
   * @default 'data-uri'
   */
  qrData: 'data-uri' | 'base64' | 'text'
  /**
   * Prefix of the event names of custom-checkout orders.
   * @default 'pg'
   */
  customEvents: 'pg' | 'checkout'
  /**
   * Event name of a failed attempt, without its prefix.
   * @default 'transaction.attempt.failed'
   */
  attemptFailedEvent: 'transaction.attempt.failed' | 'transaction.failed'
  /**
   * True when callbacks have the deprecated upper-case `type`.
   * @default true
   */
  callbackType: boolean
  /**
   * Shape of a refund status: the fields of both documented shapes, of the flat one, or of the one with `paymentDetails`.
   * @default 'union'
   */
  refundStatus: 'union' | 'root' | 'payment-details'
  /**
   * True when a pay request that opens a page is refused without `merchantUrls.redirectUrl`. The integration guide requires it, the
   * official clients do not.
   * @default false
   */
  redirectUrlRequired: boolean
  /**
   * True when a UPI intent without `targetApp` is refused. Without it, the link opens any UPI app.
   * @default false
   */
  targetAppRequired: boolean
  /**
   * `expires_in` of an access token: its lifetime in seconds, or null as in the documented samples, which the official PHP client
   * cannot read.
   * @default 'seconds'
   */
  expiresIn: 'seconds' | 'null'
  /**
   * Error of a token request with wrong credentials: 400 or 401.
   * @default 'INVALID_CLIENT'
   */
  wrongClient: 'INVALID_CLIENT' | 'UNAUTHORIZED'
  /**
   * `code` of a 401 for a missing, expired or revoked token.
   * @default 'AUTHORIZATION_FAILED'
   */
  unauthorizedCode: 'AUTHORIZATION_FAILED' | '401'
  /**
   * The `x-device-os` header of UPI collect requests: not read, required, or required to be `iOS`.
   * @default 'ignored'
   */
  collectDeviceOs: 'ignored' | 'required' | 'ios-only'
  /**
   * The `message` of a UPI collect request. The documentation requires it, the official clients do not.
   * @default 'optional'
   */
  collectMessage: 'optional' | 'required'
  /**
   * Custom checkout, which the provider enables for each merchant: enabled, refused with 403, or refused with the 500 of
   * PhonePe's test environment.
   * @default 'enabled'
   */
  customCheckout: 'enabled' | 'forbidden' | 'no-template'
  /**
   * `metaInfo` in responses: as sent, or with all fifteen keys and empty text for the missing ones.
   * @default 'as-sent'
   */
  metaInfoEcho: 'as-sent' | 'all-fifteen'
  /**
   * True when status responses have `merchantId` and `merchantOrderId`.
   * @default true
   */
  statusNamesMerchant: boolean
  /**
   * Request fields that the protocol does not have.
   * @default 'ignored'
   */
  unknownFields: 'ignored' | 'refused'
  /**
   * Names and values of `paymentModeConfig` that match nothing: ignored, with a note in the journal, or refused.
   * @default 'ignored'
   */
  unknownPaymentModes: 'ignored' | 'refused'
  /**
   * Error of a refund above what is left of the order amount.
   * @default 'REFUND_AMOUNT_EXCEEDS_ORIGINAL'
   */
  overRefund: 'REFUND_AMOUNT_EXCEEDS_ORIGINAL' | 'BAD_REQUEST'
  /**
   * HTTP status of a refund for an order that is not completed or too old.
   * @default 400
   */
  refundNotEligible: 400 | 402
  /**
   * HTTP status of an accepted refund request.
   * @default 200
   */
  refundOpened: 200 | 201
  /**
   * First state of a redemption order.
   * @default 'NOTIFICATION_IN_PROGRESS'
   */
  notifyState: 'NOTIFICATION_IN_PROGRESS' | 'PENDING'
  /**
   * `paymentFlow.type` of debits under a mandate of the hosted page.
   * @default 'checkout'
   */
  hostedRedemptionFlow: 'checkout' | 'custom'
  /**
   * `notifiedAt`, `validAfter` and `validUpto`: numbers, or text as on some pages.
   * @default 'number'
   */
  redemptionTimes: 'number' | 'text'
  /**
   * Status of a mandate that the payer has not approved yet.
   * @default 'ACTIVATION_IN_PROGRESS'
   */
  unapprovedMandate: 'ACTIVATION_IN_PROGRESS' | 'SUBSCRIPTION_NOT_FOUND'
  /**
   * HTTP status of the error for an unknown mandate.
   * @default 400
   */
  unknownMandate: 400 | 404
  /**
   * HTTP status of an accepted cancel; 204 has no body.
   * @default 204
   */
  mandateCancelled: 204 | 200
  /**
   * True when a pause that ends by its date sends `subscription.unpaused`.
   * @default true
   */
  unpausedByDate: boolean
  /**
   * A debit in peak hours: executed after them, refused, or executed.
   * @default 'delayed'
   */
  peakHours: 'delayed' | 'refused' | 'allowed'
  /**
   * Where a cycle begins, in which one debit can succeed: on the day of the approval, or with the calendar. `none`: any number can.
   * @default 'first-day'
   */
  debitCycle: 'first-day' | 'calendar' | 'none'
  /**
   * A redemption order that is not redeemed before it expires: stays NOTIFIED, or becomes FAILED with a callback.
   * @default 'left'
   */
  unredeemedOrders: 'left' | 'failed'
  /**
   * Least amount of a debit in paise.
   * @default 100
   */
  leastDebit: number
  /**
   * Least amount of a payment link in paise: 100, or 1 as on one page.
   * @default 100
   */
  leastLink: number
  /**
   * Seconds until a payment link without `expireAt` expires; at most 30 days.
   * @default 2592000
   */
  linkExpirySec: number
  /**
   * The phone number of a link's payer.
   * @default 'required'
   */
  linkPhoneNumber: 'required' | 'optional'
  /**
   * Messages that `notify` may send for one link; the limit is not published.
   * @default 3
   */
  linkMessages: number
  /**
   * State of a link while a payment is running.
   * @default 'ACTIVE'
   */
  linkBeingPaid: 'ACTIVE' | 'PENDING'
  /**
   * True when the status of a link repeats its URL.
   * @default true
   */
  linkUrlInStatus: boolean
  /**
   * True when a link that expires sends `paylink.order.failed`.
   * @default false
   */
  linkExpiryReported: boolean
}

export const DEFAULT_QUIRKS: Quirks = {
  duplicateOrder: 'INVALID_TRANSACTION_ID',
  unknownOrder: 'INVALID_MERCHANT_ORDER_ID',
  pageExpirySec: 600,
  qrData: 'data-uri',
  customEvents: 'pg',
  attemptFailedEvent: 'transaction.attempt.failed',
  callbackType: true,
  refundStatus: 'union',
  redirectUrlRequired: false,
  targetAppRequired: false,
  expiresIn: 'seconds',
  wrongClient: 'INVALID_CLIENT',
  unauthorizedCode: 'AUTHORIZATION_FAILED',
  collectDeviceOs: 'ignored',
  collectMessage: 'optional',
  customCheckout: 'enabled',
  metaInfoEcho: 'as-sent',
  statusNamesMerchant: true,
  unknownFields: 'ignored',
  unknownPaymentModes: 'ignored',
  overRefund: 'REFUND_AMOUNT_EXCEEDS_ORIGINAL',
  refundNotEligible: 400,
  refundOpened: 200,
  notifyState: 'NOTIFICATION_IN_PROGRESS',
  hostedRedemptionFlow: 'checkout',
  redemptionTimes: 'number',
  unapprovedMandate: 'ACTIVATION_IN_PROGRESS',
  unknownMandate: 400,
  mandateCancelled: 204,
  unpausedByDate: true,
  peakHours: 'delayed',
  debitCycle: 'first-day',
  unredeemedOrders: 'left',
  leastDebit: 100,
  leastLink: 100,
  linkExpirySec: 2_592_000,
  linkPhoneNumber: 'required',
  linkMessages: 3,
  linkBeingPaid: 'ACTIVE',
  linkUrlInStatus: true,
  linkExpiryReported: false,
}

/** Named sets of quirks, after the source that documents them together. */
export const QUIRK_PROFILES: { readonly [name: string]: Partial<Quirks> } = {
  default: {},
  'assistant-guide': {
    wrongClient: 'UNAUTHORIZED',
    overRefund: 'BAD_REQUEST',
    refundNotEligible: 402,
    refundOpened: 201,
    duplicateOrder: 'INVALID_MERCHANT_ORDER_ID',
  },
  'knowledge-base': { duplicateOrder: 'ORDER_ALREADY_EXISTS', unknownOrder: 'INVALID_MERCHANT_ORDER_ID_404' },
  'sdk-fixtures': {
    unknownOrder: 'MERCHANT_ORDER_MAPPING_NOT_FOUND',
    refundStatus: 'payment-details',
  },
  'older-pages': {
    pageExpirySec: 1200,
    qrData: 'base64',
    customEvents: 'checkout',
    attemptFailedEvent: 'transaction.failed',
    callbackType: false,
    refundStatus: 'root',
    statusNamesMerchant: false,
    metaInfoEcho: 'all-fifteen',
  },
  strict: {
    unknownFields: 'refused',
    collectDeviceOs: 'required',
    unknownPaymentModes: 'refused',
    collectMessage: 'required',
    redirectUrlRequired: true,
    targetAppRequired: true,
  },
}

const CHOICES: { readonly [Name in keyof Quirks]?: readonly Quirks[Name][] } = {
  duplicateOrder: ['INVALID_TRANSACTION_ID', 'ORDER_ALREADY_EXISTS', 'INVALID_MERCHANT_ORDER_ID'],
  unknownOrder: ['INVALID_MERCHANT_ORDER_ID', 'INVALID_MERCHANT_ORDER_ID_404', 'MERCHANT_ORDER_MAPPING_NOT_FOUND'],
  qrData: ['data-uri', 'base64', 'text'],
  customEvents: ['pg', 'checkout'],
  attemptFailedEvent: ['transaction.attempt.failed', 'transaction.failed'],
  refundStatus: ['union', 'root', 'payment-details'],
  expiresIn: ['seconds', 'null'],
  wrongClient: ['INVALID_CLIENT', 'UNAUTHORIZED'],
  unauthorizedCode: ['AUTHORIZATION_FAILED', '401'],
  collectDeviceOs: ['ignored', 'required', 'ios-only'],
  collectMessage: ['optional', 'required'],
  customCheckout: ['enabled', 'forbidden', 'no-template'],
  metaInfoEcho: ['as-sent', 'all-fifteen'],
  unknownFields: ['ignored', 'refused'],
  unknownPaymentModes: ['ignored', 'refused'],
  overRefund: ['REFUND_AMOUNT_EXCEEDS_ORIGINAL', 'BAD_REQUEST'],
  refundNotEligible: [400, 402],
  refundOpened: [200, 201],
  notifyState: ['NOTIFICATION_IN_PROGRESS', 'PENDING'],
  hostedRedemptionFlow: ['checkout', 'custom'],
  redemptionTimes: ['number', 'text'],
  unapprovedMandate: ['ACTIVATION_IN_PROGRESS', 'SUBSCRIPTION_NOT_FOUND'],
  unknownMandate: [400, 404],
  mandateCancelled: [204, 200],
  peakHours: ['delayed', 'refused', 'allowed'],
  debitCycle: ['first-day', 'calendar', 'none'],
  unredeemedOrders: ['left', 'failed'],
  linkPhoneNumber: ['required', 'optional'],
  linkBeingPaid: ['ACTIVE', 'PENDING'],
}

/**
 * All quirks, from the name of a profile or from single quirks.
 * @throws TypeError with the names of the profiles, or the name of the invalid quirk and what it takes
 */
export function resolveQuirks(chosen: string | Partial<Quirks> | undefined): Quirks {
  if (chosen !== undefined && typeof chosen !== 'string') {
    for (const [name, value] of Object.entries(chosen ?? {})) checkQuirk(name, value)
    return { ...DEFAULT_QUIRKS, ...chosen }
  }
  const profile = Object.hasOwn(QUIRK_PROFILES, chosen ?? 'default') ? QUIRK_PROFILES[chosen ?? 'default'] : undefined
  if (!profile)
    throw new TypeError(
      `quirks: there is no profile ${JSON.stringify(chosen)}; there are ${Object.keys(QUIRK_PROFILES).join(', ')}`,
    )
  return { ...DEFAULT_QUIRKS, ...profile }
}

function checkQuirk(name: string, value: unknown): void {
  if (!Object.hasOwn(DEFAULT_QUIRKS, name)) {
    const hint = didYouMean(name, Object.keys(DEFAULT_QUIRKS))
    throw new TypeError(`quirks: there is no quirk ${JSON.stringify(name)}${hint}`)
  }
  const choices: readonly unknown[] | undefined = CHOICES[name as keyof Quirks]
  if (choices && !choices.includes(value)) {
    throw new TypeError(`quirks.${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
  }
  const type = typeof DEFAULT_QUIRKS[name as keyof Quirks]
  if (typeof value !== type) throw new TypeError(`quirks.${name} must be a ${type}`)
}
