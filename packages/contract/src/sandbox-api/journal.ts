/** One recorded event in the sandbox, with secrets masked. */
export interface JournalEntry {
  /** Number of the entry, counted from 1. */
  seq: number
  /** The sandbox's time at the event, in epoch milliseconds. */
  atMs: number
  /** Origin of the event: the provider's API, the hosted page, the control API, a callback, or a change of state. */
  kind: 'api' | 'page' | 'control' | 'callback' | 'state'
  /** Name of the endpoint, route, callback event or state change. */
  name: string
  /** HTTP method. */
  method?: string
  /** Path of the request, or the URL of a callback receiver. */
  path?: string
  /** HTTP status; absent after a closed connection, and when the receiver did not answer. */
  status?: number
  /** Duration in milliseconds on the sandbox's clock. */
  tookMs?: number
  /** The order that the event is about. */
  merchantOrderId?: string
  /** The refund that the event is about. */
  merchantRefundId?: string
  /** The request, with secrets masked. */
  request?: {
    /** Headers by their names in lower case. */
    headers: { [name: string]: string }
    /** Body; a JSON body is parsed. */
    body?: unknown
  }
  /** The response, with secrets masked. */
  response?: {
    /** Headers by their names in lower case. */
    headers?: { [name: string]: string }
    /** Body; a JSON body is parsed. */
    body?: unknown
  }
  /** Kinds of the faults that affected the call, separated by commas. */
  fault?: string
  /** Further information about the event, such as the failure codes of an order. */
  note?: string
}

/** Filter of journal entries: the query of `GET /journal`. An entry must match every field. */
export interface JournalQuery {
  /** Exact value of `kind`. */
  kind?: string
  /** Exact value of `name`. */
  name?: string
  /** A `merchantOrderId` or `merchantRefundId`. */
  id?: string
  /** An HTTP status such as `404`, or a class such as `4xx`. */
  status?: string
  /** `seq` of the last entry of the previous page. */
  after?: string
  /**
   * Number of entries on a page.
   * @default '200' over HTTP, all entries in `sandbox.journal()`
   */
  limit?: string
  /**
   * `'true'` lists the latest entries first. The next page then has older entries.
   * @default 'false'
   */
  newest?: string
}
