import { createHash } from 'node:crypto'
import type { BankReferences } from '../domain/payer.ts'

/** Ids made from the seed and a counter: the same sequence of calls gets the same ids. */
export interface Ids {
  /** `OMO…`, the provider's id of an order. */
  order(nowMs: number): string
  /** `OM…`, the id of an attempt. */
  attempt(nowMs: number): string
  /** `OMS…`, the provider's id of a mandate. */
  mandate(nowMs: number): string
  /** `OMR…`, the provider's id of a refund. */
  refund(nowMs: number): string
  /** Four groups, as in the provider's samples. */
  settlement(nowMs: number): string
  delivery(): string
  snapshot(): string
  /** 43 characters that cannot be guessed without the seed. They contain the time like the ids: a restarted counter repeats none. */
  opaque(nowMs: number): string
  bankReferences(transactionId: string): BankReferences
}

/** The counter behind the ids. The store keeps it, so it survives a restart and is part of a snapshot. */
export interface Counter {
  next(): number
}

const SERIALS = 10_000_000
/** Coprime to the number of serials, so that no serial repeats before all were used. */
const STRIDE = 6_180_337

export function createIds(seed: string, counter: Counter): Ids {
  const digest = (text: string): Buffer => createHash('sha256').update(`${seed}\n${text}`).digest()
  const shift = digest('serial').readUInt32BE(0) % SERIALS
  const serial = (): string => String((counter.next() * STRIDE + shift) % SERIALS).padStart(7, '0')
  const digits = (bytes: Buffer, length: number): string =>
    (bytes.readBigUInt64BE(0) % 10n ** BigInt(length)).toString().padStart(length, '0')

  return {
    order: (nowMs) => `OMO${stamp(nowMs)}${serial()}`,
    attempt: (nowMs) => `OM${stamp(nowMs)}${serial()}`,
    mandate: (nowMs) => `OMS${stamp(nowMs)}${serial()}`,
    refund: (nowMs) => `OMR${stamp(nowMs)}${serial()}`,
    settlement: (nowMs) => `STL-${stamp(nowMs).slice(0, 6)}-${stamp(nowMs).slice(6)}-${serial()}`,
    delivery: () => `DLV${serial()}`,
    snapshot: () => `SNP${serial()}`,
    opaque: (nowMs) => digest(`opaque ${nowMs} ${counter.next()}`).toString('base64url'),
    bankReferences: (transactionId) => {
      const bytes = digest(`bank ${transactionId}`)
      return {
        utr: digits(bytes, 12),
        upiTransactionId: `YBL${bytes.toString('hex', 8, 24)}`,
        brn: digits(bytes.subarray(8), 10),
        authorizationCode: bytes.toString('hex', 24, 27).toUpperCase(),
      }
    },
  }
}

/** `yyMMddHHmmssSSS` in UTC. */
function stamp(nowMs: number): string {
  const iso = new Date(nowMs).toISOString()
  return (
    iso.slice(2, 4) +
    iso.slice(5, 7) +
    iso.slice(8, 10) +
    iso.slice(11, 13) +
    iso.slice(14, 16) +
    iso.slice(17, 19) +
    iso.slice(20, 23)
  )
}
