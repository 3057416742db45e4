import {
  SETTLEMENT_ENDPOINTS,
  SETTLEMENT_PAGE,
  type SettlementEndpointName,
} from '@galla/contract/provider/settlements'
import { GallaError } from '../errors/galla-error.ts'
import { fillPath, type Operation } from '../operations/operations.ts'
import type { CallOptions } from '../options.ts'
import { type ListedSettlement, readListedSettlement, readSettlement } from '../responses/settlements.ts'
import { invalidRequest, requireObject, validateLookupId } from '../validation/fields.ts'
import { refuseUnknownNames } from '../validation/names.ts'
import type { SettlementPorts, Settlements } from './settlements.ts'

const DAY_MS = 86_400_000
/** The provider states no greatest span; windows overlap, because it does not say which time of a settlement they filter (protocol §17.1). */
const WINDOW_MS = 3 * DAY_MS
const OVERLAP_MS = DAY_MS
/** Seconds in place of milliseconds would be 1970. */
const EARLIEST_MS = Date.UTC(2010, 0, 1)

/** The calls of `galla.settlements`; see there for the methods. */
export function createSettlements({ send }: SettlementPorts): Settlements {
  const readPage = async (from: number, to: number, offset: number, options?: CallOptions) =>
    (await send(
      operation('settlementRange', {}, `?from=${from}&to=${to}&limit=${SETTLEMENT_PAGE.max}&offset=${offset}`),
      options,
    )) as { settlements?: unknown; hasNext?: unknown }

  /** One window, page by page. A page without a new settlement before the end would be asked for again and again. */
  const readWindow = async (
    from: number,
    to: number,
    options?: CallOptions,
  ): Promise<Map<string, ListedSettlement>> => {
    const window = new Map<string, ListedSettlement>()
    for (let offset = 0; ; ) {
      const { settlements, hasNext } = await readPage(from, to, offset, options)
      if (!Array.isArray(settlements)) throw unreadable('has no list "settlements"')
      const before = window.size
      for (const entry of settlements as unknown[]) {
        const { settlementId } = requireEntry(entry)
        window.set(settlementId, readListedSettlement(entry as object))
      }
      if (hasNext !== true) return window
      if (window.size === before) {
        throw unreadable(`says that more settlements follow, but its page at offset ${offset} has no new settlement`)
      }
      offset += settlements.length
    }
  }

  return {
    list: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), { from: true, to: true })
      const from = requireTime(input.from, 'from')
      const to = requireTime(input.to, 'to')
      if (from >= to) throw invalidRequest('to', 'must be after from')
      const all = new Map<string, ListedSettlement>()
      for (let start = from; ; start += WINDOW_MS - OVERLAP_MS) {
        const end = Math.min(start + WINDOW_MS, to)
        // A settlement that is named twice has the state of the later reading.
        for (const [id, settlement] of await readWindow(start, end, options)) all.set(id, settlement)
        if (end === to) return [...all.values()]
      }
    },
    get: async (input, options) => {
      requireObject(input, 'input')
      const { settlementId } = input
      validateLookupId(settlementId, 'settlementId')
      return readSettlement(await send(operation('settlementStatus', { settlementId }), options))
    },
  }
}

function operation(endpoint: SettlementEndpointName, ids: { readonly [name: string]: string }, query = ''): Operation {
  const { method, host, path } = SETTLEMENT_ENDPOINTS[endpoint]
  return { endpoint, method, host, path: fillPath(path, ids) + query, ids: {} }
}

function requireTime(value: unknown, field: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= EARLIEST_MS) return value as number
  throw invalidRequest(field, 'must be epoch milliseconds, a whole number such as Date.now()')
}

function requireEntry(entry: unknown): { readonly settlementId: string } {
  const { settlementId } = (entry ?? {}) as { settlementId?: unknown }
  if (typeof settlementId === 'string' && settlementId !== '') return { settlementId }
  throw unreadable('has an entry without settlementId')
}

const unreadable = (problem: string): GallaError =>
  new GallaError({
    kind: 'invalid-response',
    message: `The provider's list of settlements ${problem}. Nothing was changed: list again, or list a shorter period`,
    outcome: 'unknown',
    retryable: true,
    endpoint: 'settlementRange',
  })
