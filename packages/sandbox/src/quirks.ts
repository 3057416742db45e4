import { didYouMean } from './domain/nearest.ts'

/** Behaviours on which the provider's own sources disagree (protocol §14.2), or which the provider configures for each merchant. */
export interface Quirks {
  /**
   * Error code of a pay request whose order id is already in use.
   * @default 'INVALID_TRANSACTION_ID'
   */
  duplicateOrder: 'INVALID_TRANSACTION_ID' | 'ORDER_ALREADY_EXISTS' | 'INVALID_MERCHANT_ORDER_ID'
  /**
   * Error code of a status check of an unknown order.
   * @default 'INVALID_MERCHANT_ORDER_ID'
   */
  unknownOrder: 'INVALID_MERCHANT_ORDER_ID' | 'INVALID_MERCHANT_ORDER_ID_404' | 'MERCHANT_ORDER_MAPPING_NOT_FOUND'
  /**
   * Seconds until a hosted-page order without `expireAfter` expires.
   * @default 600
   */
  pageExpirySec: number
  /**
   * Form of `qrData`. `data-uri`: a PNG as a data URI. `base64`: a PNG in Base64. `text`: the UPI link.
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
   * True when callbacks have the deprecated field `type`, with the event name in upper case.
   * @default true
   */
  callbackType: boolean
  /**
   * Shape of a refund status. `root` is the documented flat shape. `payment-details` is the documented shape with `paymentDetails`. `union`
   * has the fields of both shapes.
   * @default 'union'
   */
  refundStatus: 'union' | 'root' | 'payment-details'
  /**
   * True when a pay request that opens a page is refused without `merchantUrls.redirectUrl`. The integration guide requires the field;
   * the official clients do not.
   * @default false
   */
  redirectUrlRequired: boolean
  /**
   * True when a UPI intent without `targetApp` is refused. With `false`, the link of such an intent opens any UPI app.
   * @default false
   */
  targetAppRequired: boolean
  /**
   * `expires_in` of an access token. `seconds`: the token's lifetime. `null`: null, as in the documented samples. The official PHP client
   * cannot read null.
   * @default 'seconds'
   */
  expiresIn: 'seconds' | 'null'
  /**
   * Error code of a token request with wrong credentials. `INVALID_CLIENT` has the HTTP status 400, `UNAUTHORIZED` has 401.
   * @default 'INVALID_CLIENT'
   */
  wrongClient: 'INVALID_CLIENT' | 'UNAUTHORIZED'
  /**
   * `code` of the 401 response to a missing, expired or revoked token.
   * @default 'AUTHORIZATION_FAILED'
   */
  unauthorizedCode: 'AUTHORIZATION_FAILED' | '401'
  /**
   * Check of the `x-device-os` header of UPI collect requests. `required`: any known system. `ios-only`: the value `iOS`.
   * @default 'ignored'
   */
  collectDeviceOs: 'ignored' | 'required' | 'ios-only'
  /**
   * Check of the `message` of a UPI collect request. The documentation requires a message; the official clients do not.
   * @default 'optional'
   */
  collectMessage: 'optional' | 'required'
  /**
   * State of custom checkout, which the provider enables for each merchant. `forbidden`: refused with 403. `no-template`: refused with
   * the 500 of PhonePe's test environment.
   * @default 'enabled'
   */
  customCheckout: 'enabled' | 'forbidden' | 'no-template'
  /**
   * `metaInfo` in responses. `all-fifteen`: all fifteen keys, with empty text for keys that the request lacked.
   * @default 'as-sent'
   */
  metaInfoEcho: 'as-sent' | 'all-fifteen'
  /**
   * True when status responses contain `merchantId` and `merchantOrderId`.
   * @default true
   */
  statusNamesMerchant: boolean
  /**
   * Treatment of request fields that the protocol does not have.
   * @default 'ignored'
   */
  unknownFields: 'ignored' | 'refused'
  /**
   * Treatment of unknown names and values in `paymentModeConfig`. `ignored` writes a note to the journal.
   * @default 'ignored'
   */
  unknownPaymentModes: 'ignored' | 'refused'
  /**
   * Error code of a refund that exceeds the refundable amount of the order.
   * @default 'REFUND_AMOUNT_EXCEEDS_ORIGINAL'
   */
  overRefund: 'REFUND_AMOUNT_EXCEEDS_ORIGINAL' | 'BAD_REQUEST'
  /**
   * HTTP status of the refusal to refund an order that is not completed or is too old.
   * @default 400
   */
  refundNotEligible: 400 | 402
  /**
   * HTTP status of an accepted refund request.
   * @default 200
   */
  refundOpened: 200 | 201
  /**
   * State of a new redemption order in the response to `notify`.
   * @default 'NOTIFICATION_IN_PROGRESS'
   */
  notifyState: 'NOTIFICATION_IN_PROGRESS' | 'PENDING'
  /**
   * `paymentFlow.type` of a debit whose mandate was set up on the hosted page. `checkout`: `SUBSCRIPTION_CHECKOUT_REDEMPTION`. `custom`:
   * `SUBSCRIPTION_REDEMPTION`.
   * @default 'checkout'
   */
  hostedRedemptionFlow: 'checkout' | 'custom'
  /**
   * Type of `notifiedAt`, `validAfter` and `validUpto`. Some pages of the documentation show text.
   * @default 'number'
   */
  redemptionTimes: 'number' | 'text'
  /**
   * Status of a mandate that the payer has not approved yet: a state, or the error `SUBSCRIPTION_NOT_FOUND`.
   * @default 'ACTIVATION_IN_PROGRESS'
   */
  unapprovedMandate: 'ACTIVATION_IN_PROGRESS' | 'SUBSCRIPTION_NOT_FOUND'
  /**
   * HTTP status of the error for an unknown mandate.
   * @default 400
   */
  unknownMandate: 400 | 404
  /**
   * HTTP status of an accepted cancellation of a mandate. The 204 response has no body.
   * @default 204
   */
  mandateCancelled: 204 | 200
  /**
   * True when the sandbox sends `subscription.unpaused` for a pause that ends on the planned date.
   * @default true
   */
  unpausedByDate: boolean
  /**
   * Treatment of a debit request in peak hours. `delayed` executes the debit after the peak hours, `allowed` at once.
   * @default 'delayed'
   */
  peakHours: 'delayed' | 'refused' | 'allowed'
  /**
   * Start of a debit cycle; one debit can succeed in each cycle. `first-day`: the first cycle starts on the day of the approval.
   * `calendar`: cycles follow the calendar. `none`: any number of debits can succeed.
   * @default 'first-day'
   */
  debitCycle: 'first-day' | 'calendar' | 'none'
  /**
   * State of a redemption order that expires without a redeem. `left`: NOTIFIED. `failed`: FAILED, and the sandbox sends a callback.
   * @default 'left'
   */
  unredeemedOrders: 'left' | 'failed'
  /**
   * Smallest amount of a debit, in paise.
   * @default 100
   */
  leastDebit: number
  /**
   * Smallest amount of a payment link, in paise. One page of the documentation says 1.
   * @default 100
   */
  leastLink: number
  /**
   * Seconds until a payment link without `expireAt` expires. The default is 30 days.
   * @default 2592000
   */
  linkExpirySec: number
  /**
   * Check of the payer's phone number when a payment link is created.
   * @default 'required'
   */
  linkPhoneNumber: 'required' | 'optional'
  /**
   * Number of messages that `notify` may send for one payment link. The provider publishes no limit.
   * @default 3
   */
  linkMessages: number
  /**
   * State of a payment link while a payment is in progress.
   * @default 'ACTIVE'
   */
  linkBeingPaid: 'ACTIVE' | 'PENDING'
  /**
   * True when the status of a payment link contains the link's URL.
   * @default true
   */
  linkUrlInStatus: boolean
  /**
   * True when the sandbox sends `paylink.order.failed` for a payment link that expires.
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

/** Smallest and largest value of each quirk that is a number: seconds up to a year, paise up to ₹10,00,000, messages. */
const LIMITS: { readonly [name: string]: readonly [least: number, most: number] } = {
  pageExpirySec: [1, 31_536_000],
  leastDebit: [1, 100_000_000],
  leastLink: [1, 100_000_000],
  linkExpirySec: [1, 31_536_000],
  linkMessages: [0, 1_000],
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
  const [least, most] = LIMITS[name] ?? []
  if (least === undefined || most === undefined) return
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
    throw new TypeError(`quirks.${name} must be a whole number from ${least} to ${most}`)
}
