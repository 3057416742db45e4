import type { BrowserOS } from '@galla/contract/provider/payment-mode'

/** A UPI app that `<UpiIntent>` can open. */
export interface UpiApp {
  /** Name on the button. */
  readonly name: string
  /** Android package name, in the provider's spelling, for example `com.phonepe.app`. */
  readonly android: string
  /** The provider's name for the iOS app, for example `PHONEPE`. */
  readonly ios: string
}

/** Apps that most payers have, most used first. The provider's documentation writes Amazon's package in lower case. */
export const UPI_APPS: readonly UpiApp[] = [
  { name: 'PhonePe', android: 'com.phonepe.app', ios: 'PHONEPE' },
  { name: 'Google Pay', android: 'com.google.android.apps.nbu.paisa.user', ios: 'GPAY' },
  { name: 'Paytm', android: 'net.one97.paytm', ios: 'PAYTM' },
  { name: 'BHIM', android: 'in.org.npci.upiapp', ios: 'BHIM' },
  { name: 'CRED', android: 'com.dreamplug.androidapp', ios: 'CRED' },
  { name: 'Amazon Pay', android: 'in.amazon.mshop.android.shopping', ios: 'AMAZON' },
]

/** The `targetApp` of a UPI intent payment on this operating system. */
export function targetAppOf(app: UpiApp, os: BrowserOS): string {
  return os === 'iOS' || os === 'Mac OS' ? app.ios : app.android
}

/** URL schemes of UPI apps that accept a payment. */
const UPI_SCHEMES = /^(?:upi|phonepe|ppe|tez|gpay|paytmmp|paytm|credpay|super|bhim|amazonpay|intent):/i

/** The text, if it is an http(s) URL. A `javascript:` URL from a reply must not reach a link. */
export function webUrl(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined
}

/** The text, if it is a URL of a UPI app or an https URL. */
export function upiAppUrl(text: string | undefined): string | undefined {
  return text !== undefined && (UPI_SCHEMES.test(text) || /^https:\/\//i.test(text)) ? text : undefined
}

/** Content of a QR code: a text to encode, or an image of the code as a data URI. */
export type QrSource = { readonly link: string } | { readonly picture: string }

/** First characters of image files in base64. */
const IMAGE_SIGNATURES: readonly (readonly [type: string, beginning: string])[] = [
  ['png', 'iVBORw0KGgo'],
  ['jpeg', '/9j/'],
  ['gif', 'R0lGOD'],
  ['webp', 'UklGR'],
]

/** Capacity of the largest QR code at the lowest error correction. */
const MAX_LINK_BYTES = 2_953

/** A longer text without a known scheme is data of an unknown kind, which no UPI app can read from a code. */
const MAX_TEXT_BYTES = 1_000

/**
 * Selects the content of a QR code: `intentUrl`, the UPI link, when present. `qrData` takes three forms: a data URI, a bare base64 image,
 * or the text to encode. An image encoded as text would be a code that no app can read.
 */
export function qrSource({ intentUrl, qrData }: { intentUrl?: string; qrData?: string }): QrSource | undefined {
  const link = [intentUrl, qrData].map(upiAppUrl).find((url) => url !== undefined && fits(url, MAX_LINK_BYTES))
  if (link !== undefined) return { link }
  // Not of another type, whatever the gateway sends: the page would be empty.
  if (typeof qrData !== 'string' || qrData === '') return undefined
  const picture = imageOf(qrData)
  if (picture !== undefined) return { picture }
  return fits(qrData, MAX_TEXT_BYTES) ? { link: qrData } : undefined
}

function imageOf(qrData: string): string | undefined {
  if (qrData.startsWith('data:image/')) return qrData
  const type = IMAGE_SIGNATURES.find(([, beginning]) => qrData.startsWith(beginning))?.[0]
  return type && `data:image/${type};base64,${qrData}`
}

/** True when a QR code can hold the text. The encoder refuses half of a character. */
const fits = (text: string, maxBytes: number) =>
  new TextEncoder().encode(text).length <= maxBytes && !/\p{Surrogate}/u.test(text)
