import type { BrowserOS } from '@galla/contract/provider/payment-mode'

/** A UPI app, by the name that the provider wants on each system. */
export interface UpiApp {
  readonly name: string
  /** The package, in the provider's letters: its documentation writes Amazon's all in small ones. */
  readonly android: string
  readonly ios: string
}

/** Apps that most payers have, most used first. */
export const UPI_APPS: readonly UpiApp[] = [
  { name: 'PhonePe', android: 'com.phonepe.app', ios: 'PHONEPE' },
  { name: 'Google Pay', android: 'com.google.android.apps.nbu.paisa.user', ios: 'GPAY' },
  { name: 'Paytm', android: 'net.one97.paytm', ios: 'PAYTM' },
  { name: 'BHIM', android: 'in.org.npci.upiapp', ios: 'BHIM' },
  { name: 'CRED', android: 'com.dreamplug.androidapp', ios: 'CRED' },
  { name: 'Amazon', android: 'in.amazon.mshop.android.shopping', ios: 'AMAZON' },
]

export function targetApp(app: UpiApp, device: BrowserOS): string {
  return device === 'iOS' || device === 'Mac OS' ? app.ios : app.android
}

/** Shape of a UPI ID: a name, an at sign, the bank's or app's handle. Whether it exists, only the provider knows. */
export function isVpa(text: string): boolean {
  return /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(text)
}

/** Schemes that open a UPI app with a payment filled in. */
const APPS = /^(?:upi|phonepe|ppe|tez|gpay|paytmmp|paytm|credpay|super|bhim|amazonpay|intent):/i

/** A page's address that a payer may be sent to; anything but http(s) gives undefined. */
export function pageAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined
}

/** An app's address that a payer may open: a UPI scheme or https. A script in it would run in the shop's name. */
export function appAddress(text: string | undefined): string | undefined {
  return text !== undefined && (APPS.test(text) || /^https:\/\//i.test(text)) ? text : undefined
}

/** What a payer's camera is shown: a code drawn from a link, or the provider's own picture of one. */
export type ScanSource = { readonly link: string } | { readonly picture: string }

/** How pictures begin, in base64. */
const PICTURES: readonly (readonly [type: string, beginning: string])[] = [
  ['png', 'iVBORw0KGgo'],
  ['jpeg', '/9j/'],
  ['gif', 'R0lGOD'],
  ['webp', 'UklGR'],
]

/** All that the largest code holds. */
const MOST_LINK_BYTES = 2_953

/** Longer text that is no link is something that we do not know, and a code of it would be one that no app can read. */
const MOST_TEXT_BYTES = 1_000

/**
 * `intentUrl` is the UPI link whenever there is one. `qrData` is told of in three forms: a data URI, a bare base64 picture, and the text to
 * encode; a picture drawn as text would be a code that no app can read.
 */
export function scanSource({ intentUrl, qrData }: { intentUrl?: string; qrData?: string }): ScanSource | undefined {
  const link = [intentUrl, qrData]
    .map(appAddress)
    .find((address) => address !== undefined && fits(address, MOST_LINK_BYTES))
  if (link !== undefined) return { link }
  if (!qrData) return undefined
  const picture = pictureOf(qrData)
  if (picture !== undefined) return { picture }
  return fits(qrData, MOST_TEXT_BYTES) ? { link: qrData } : undefined
}

function pictureOf(qrData: string): string | undefined {
  if (qrData.startsWith('data:image/')) return qrData
  const type = PICTURES.find(([, beginning]) => qrData.startsWith(beginning))?.[0]
  return type && `data:image/${type};base64,${qrData}`
}

const fits = (text: string, mostBytes: number) => new TextEncoder().encode(text).length <= mostBytes
