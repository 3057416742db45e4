import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import type { Paise } from '@galla/contract/money'
import type { PageAttempt, PageView } from '@galla/contract/sandbox-api/page-routes'
import { isPhone } from '@galla/react/components'
import type { FrameLink } from '../frame/frame-messages.ts'
import type { PageClient } from '../session/page-client.ts'

/** An order of the preview. No order can have this id, so the sandbox's tools in a preview change none. */
// A call of `paise` would put its checks into the page's first file.
const ORDER = { amount: 149_900 as Paise, merchantOrderId: 'preview (no order)' }
const UPI_LINK = 'upi://pay?pa=preview@sandbox&am=1499.00&cu=INR&tr=preview-1'
/** Milliseconds. */
const TIME_LEFT_MS = 600_000
const NOW_MS = 1_000_000
const QR_ATTEMPT: PageAttempt = {
  transactionId: 'OM-PREVIEW',
  type: 'UPI_QR',
  state: 'PENDING',
  startedAtMs: NOW_MS,
  intentUrl: UPI_LINK,
  step: 'scan',
}
const BANKS = [
  { bankId: 'SBIN', name: 'State Bank of India', popular: true, health: 'up' as const },
  { bankId: 'HDFC', name: 'HDFC Bank', popular: true, health: 'slow' as const },
  { bankId: 'KKBK', name: 'Kotak Mahindra Bank', popular: false, health: 'up' as const },
]
const SAVED_CARDS = [
  {
    savedCardId: 'preview',
    network: 'RUPAY',
    last4: '1117',
    bankName: 'State Bank of India',
    expiry: { month: '06', year: '2029' },
  },
]
/** Reads as a key when the form opens; a card that is typed into a preview is never encrypted or sent. */
const CARD_KEY = { keyId: 0, publicKeyPem: '' }

/** The view of the hosted page. */
export function samplePage(merchantName: string, merchantLogo: string | undefined): PageView {
  return {
    nowMs: NOW_MS,
    frozen: true,
    merchantName,
    ...(merchantLogo === undefined ? {} : { merchantLogo }),
    order: {
      ...ORDER,
      orderId: 'OMO-PREVIEW',
      state: 'PENDING',
      expired: false,
      expiresAtMs: NOW_MS + TIME_LEFT_MS,
      message: 'Two kilos of Assam, one clay kettle',
    },
    // The code that a page away from phones shows on arrival.
    ...(isPhone() ? {} : { attempt: QR_ATTEMPT }),
    canPay: true,
    retryAllowed: true,
    paymentMethods: {
      upi: { qr: true, intent: true, apps: [], collect: { allowed: true }, instruments: ['BANK_ACCOUNT'] },
      cards: {
        types: ['CREDIT_CARD', 'DEBIT_CARD'],
        networks: ['VISA', 'RUPAY'],
        geoScopes: [],
        encryption: CARD_KEY,
      },
      savedCards: SAVED_CARDS,
      netBanking: { banks: BANKS },
    },
  }
}

/** Answers every request of the page with the same view: nothing leaves the preview. */
export function sampleClient(view: PageView): PageClient {
  return { call: async () => ({ kind: 'answer', body: view as never }) }
}

/** No shop frames a preview. */
export const NO_SHOP: FrameLink = { framed: false, linked: false, ready() {}, conclude() {}, subscribe: () => () => {} }

/** A token in the gateway's format. */
export const SAMPLE_TOKEN: string = `g1.${btoa(ORDER.merchantOrderId)}.preview.preview`

/** Answers the requests of the components. */
export const sampleGateway: typeof fetch = async (input) => {
  if (String(input).endsWith('/live')) return new Response(null, { status: 503 })
  const view: PayerView = {
    ...ORDER,
    state: 'CREATED',
    nowMs: NOW_MS,
    expiresAtMs: NOW_MS + TIME_LEFT_MS,
    checkout: 'CUSTOM',
    paymentMethods: { collect: { allowed: true }, banks: BANKS, savedCards: SAVED_CARDS, cardEncryption: CARD_KEY },
  }
  return Response.json(view)
}
