import { appAddress } from './safe-address.ts'

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
