/** Points on which the provider's own sources disagree (provider-protocol §14.2). The first value of each is the default. */
export interface Quirks {
  /** Answer to a pay under an order id that was used before. */
  duplicateOrder: 'INVALID_TRANSACTION_ID' | 'ORDER_ALREADY_EXISTS' | 'INVALID_MERCHANT_ORDER_ID'
  /** Answer to a status read of an order that nobody made. */
  unknownOrder: 'INVALID_MERCHANT_ORDER_ID' | 'INVALID_MERCHANT_ORDER_ID_404' | 'MERCHANT_ORDER_MAPPING_NOT_FOUND'
  /** Hosted page: seconds until an order without `expireAfter` expires. */
  pageExpirySec: number
  qrData: 'data-uri' | 'base64' | 'text'
  /** Family of event names for custom-checkout orders. */
  customEvents: 'pg' | 'checkout'
  attemptFailedEvent: 'transaction.attempt.failed' | 'transaction.failed'
  /** Callbacks carry the upper-case `type`. */
  callbackType: boolean
  refundStatus: 'union' | 'root' | 'payment-details'
  /** Standard pay without `merchantUrls.redirectUrl` is refused. */
  redirectUrlRequired: boolean
  wrongClient: 'INVALID_CLIENT' | 'UNAUTHORIZED'
  unauthorizedCode: 'AUTHORIZATION_FAILED' | '401'
  /** UPI collect and its `x-device-os` header: not looked at, demanded, or let through for iOS only. */
  collectDeviceOs: 'ignored' | 'required' | 'ios-only'
  /** A collect request's `message`: the documentation demands it, the clients do not. */
  collectMessage: 'optional' | 'required'
  /** Custom checkout, which the provider switches on for each merchant: on, refused, or unknown to the provider's own test environment. */
  customCheckout: 'enabled' | 'forbidden' | 'no-template'
  /** `metaInfo` in replies: as it was sent, or all fifteen keys with empty text for the missing ones. */
  metaInfoEcho: 'as-sent' | 'all-fifteen'
  /** Status replies name `merchantId` and `merchantOrderId`. */
  statusNamesMerchant: boolean
  /** Fields that the protocol does not know are refused. */
  unknownFields: 'ignored' | 'refused'
  /** Words of `paymentModeConfig` that match nothing: read without complaint (the journal says so), or refused. */
  paymentModeWords: 'silent' | 'refused'
  overRefund: 'REFUND_AMOUNT_EXCEEDS_ORIGINAL' | 'BAD_REQUEST'
  /** HTTP status for a refund of an order that is not completed, or too old. */
  refundNotEligible: 400 | 402
  /** HTTP status for a refund that is taken in. */
  refundOpened: 200 | 201
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
  redirectUrlRequired: true,
  wrongClient: 'INVALID_CLIENT',
  unauthorizedCode: 'AUTHORIZATION_FAILED',
  collectDeviceOs: 'ignored',
  collectMessage: 'optional',
  customCheckout: 'enabled',
  metaInfoEcho: 'as-sent',
  statusNamesMerchant: true,
  unknownFields: 'ignored',
  paymentModeWords: 'silent',
  overRefund: 'REFUND_AMOUNT_EXCEEDS_ORIGINAL',
  refundNotEligible: 400,
  refundOpened: 200,
}

/** Sets of answers that occur together, named after the source that gives them. */
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
    redirectUrlRequired: false,
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
    paymentModeWords: 'refused',
    collectMessage: 'required',
  },
}

const CHOICES: { readonly [Name in keyof Quirks]?: readonly Quirks[Name][] } = {
  duplicateOrder: ['INVALID_TRANSACTION_ID', 'ORDER_ALREADY_EXISTS', 'INVALID_MERCHANT_ORDER_ID'],
  unknownOrder: ['INVALID_MERCHANT_ORDER_ID', 'INVALID_MERCHANT_ORDER_ID_404', 'MERCHANT_ORDER_MAPPING_NOT_FOUND'],
  qrData: ['data-uri', 'base64', 'text'],
  customEvents: ['pg', 'checkout'],
  attemptFailedEvent: ['transaction.attempt.failed', 'transaction.failed'],
  refundStatus: ['union', 'root', 'payment-details'],
  wrongClient: ['INVALID_CLIENT', 'UNAUTHORIZED'],
  unauthorizedCode: ['AUTHORIZATION_FAILED', '401'],
  collectDeviceOs: ['ignored', 'required', 'ios-only'],
  collectMessage: ['optional', 'required'],
  customCheckout: ['enabled', 'forbidden', 'no-template'],
  metaInfoEcho: ['as-sent', 'all-fifteen'],
  unknownFields: ['ignored', 'refused'],
  paymentModeWords: ['silent', 'refused'],
  overRefund: ['REFUND_AMOUNT_EXCEEDS_ORIGINAL', 'BAD_REQUEST'],
  refundNotEligible: [400, 402],
  refundOpened: [200, 201],
}

/**
 * All quirks from a profile's name or from single choices.
 * @throws TypeError naming the profiles there are, or the quirk and what it takes.
 */
export function resolveQuirks(chosen: string | Partial<Quirks> | undefined): Quirks {
  if (typeof chosen !== 'string') {
    for (const [name, value] of Object.entries(chosen ?? {})) checkQuirk(name, value)
    return { ...DEFAULT_QUIRKS, ...chosen }
  }
  const profile = QUIRK_PROFILES[chosen]
  if (!profile)
    throw new TypeError(
      `quirks: no profile ${JSON.stringify(chosen)}; there are ${Object.keys(QUIRK_PROFILES).join(', ')}`,
    )
  return { ...DEFAULT_QUIRKS, ...profile }
}

function checkQuirk(name: string, value: unknown): void {
  if (!Object.hasOwn(DEFAULT_QUIRKS, name)) throw new TypeError(`quirks: there is no quirk ${JSON.stringify(name)}`)
  const choices: readonly unknown[] | undefined = CHOICES[name as keyof Quirks]
  if (choices && !choices.includes(value)) {
    throw new TypeError(`quirks.${name} is ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
  }
  const wanted = typeof DEFAULT_QUIRKS[name as keyof Quirks]
  if (typeof value !== wanted) throw new TypeError(`quirks.${name} takes a ${wanted}`)
}
