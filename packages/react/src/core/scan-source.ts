import { appAddress } from './safe-address.ts'

/** What a payer's camera is shown: a code drawn from a link, or the provider's own picture of one. */
export type ScanSource = { readonly link: string } | { readonly picture: string }

/** How every PNG begins, in base64. */
const PNG = 'iVBORw0KGgo'

/**
 * `intentUrl` is the UPI link whenever there is one. `qrData` is told of in three forms: a data URI, a bare base64 picture, and the text to
 * encode; a picture drawn as text would be a code that no app can read.
 */
export function scanSource({ intentUrl, qrData }: { intentUrl?: string; qrData?: string }): ScanSource | undefined {
  const link = appAddress(intentUrl) ?? appAddress(qrData)
  if (link !== undefined) return { link }
  if (qrData === undefined) return undefined
  if (qrData.startsWith('data:image/')) return { picture: qrData }
  if (qrData.startsWith(PNG)) return { picture: `data:image/png;base64,${qrData}` }
  return { link: qrData }
}
