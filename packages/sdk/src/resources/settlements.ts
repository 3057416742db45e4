import type { Send } from '../http/send.ts'
import type { Method } from '../options.ts'
import type { ListedSettlement, Settlement } from '../responses/settlements.ts'

/** The provider's transfers to your bank account. */
export interface Settlements {
  /**
   * Lists the settlements of a period, each once. Reads all pages of windows of three days, which overlap by a day. `timeoutMs` bounds
   * each request. The list has no amounts: call `get` for an amount.
   * @throws {GallaError} `bad-request` when refused, for example a `from` older than six months; `invalid-response` when the
   * provider's list does not end
   * @example
   * const settlements = await galla.settlements.list({ from: Date.now() - 7 * 86_400_000, to: Date.now() })
   */
  list: Method<
    {
      /** Start of the period. Epoch milliseconds. The provider does not say which time of a settlement counts: start a day early. */
      from: number
      /** End of the period. Epoch milliseconds. */
      to: number
    },
    ListedSettlement[]
  >
  /**
   * Reads one settlement.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the settlement
   * @example const { state, amount, utr } = await galla.settlements.get({ settlementId })
   */
  get: Method<
    {
      /** The provider's id of the settlement, from `list` or a callback. */
      settlementId: string
    },
    Settlement
  >
}

/** The parts of a client that the calls use. */
export interface SettlementPorts {
  readonly send: Send
}
