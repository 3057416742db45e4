import type { WithKeys } from './encrypted-columns.ts'

/** With data keys, `orders.payerVpa` is `<digest of the whole>#@<digest of the end>`: the indexes of addresses are those of digests. */
const DIGEST = /^[0-9a-f]{24}#@[0-9a-f]{24}$/

/** SQL that is true of the row of an order whose column holds digests. */
export const HAS_VPA_DIGEST = `"payerVpa" ~ '${DIGEST.source}'`

export const isVpaDigest = (stored: string | undefined): boolean => stored !== undefined && DIGEST.test(stored)

/** The last character before the @ and what follows, as the index has it. */
const endOf = (vpa: string): string => vpa.slice(Math.max(vpa.lastIndexOf('@') - 1, 0))

const wholeOf = (digests: readonly string[], ends: readonly string[]): readonly string[] =>
  digests.map((digest, at) => `${digest}#@${ends[at]}`)

/** Returns the stored form of a masked address, for the search. */
export function storedVpa(on: WithKeys, vpa: string | undefined): string | undefined {
  return vpa === undefined ? undefined : (wholeVpas(on, vpa.toLowerCase())[0] ?? vpa)
}

/** The stored forms of a whole address under each key; none without keys. */
export function wholeVpas({ dataKeys }: WithKeys, vpa: string): readonly string[] {
  return wholeOf(dataKeys.digests(`vpa ${vpa}`), dataKeys.digests(`vpa end ${endOf(vpa)}`))
}

/** The stored forms of an end under each key; none without keys. */
export function vpaEnds({ dataKeys }: WithKeys, end: string): readonly string[] {
  return dataKeys.digests(`vpa end ${end}`).map((digest) => `#@${digest}`)
}
