/** One event in the sandbox. Secrets are masked before it is written. */
export interface JournalEntry {
  /** Counts from 1. */
  seq: number
  /** The sandbox's time, in epoch milliseconds. */
  atMs: number
  /** A call of the provider's API, of the hosted page or of the control API, a callback, or a state change. */
  kind: 'api' | 'page' | 'control' | 'callback' | 'state'
  /** Name of the endpoint, route, callback event or state change. */
  name: string
  /** HTTP method. */
  method?: string
  /** Path of the request, or the URL of a callback receiver. */
  path?: string
  /** HTTP status. Absent for a connection that was closed and for a receiver that did not answer. */
  status?: number
  /** Milliseconds on the sandbox's clock. */
  tookMs?: number
  /** The order that the event is about. */
  merchantOrderId?: string
  /** The refund that the event is about. */
  merchantRefundId?: string
  /** The request, with secrets masked. */
  request?: {
    /** Names in lower case. */
    headers: { [name: string]: string }
    /** Parsed, when it is JSON. */
    body?: unknown
  }
  /** The response, with secrets masked. */
  response?: {
    /** Names in lower case. */
    headers?: { [name: string]: string }
    /** Parsed, when it is JSON. */
    body?: unknown
  }
  /** Kinds of the faults that affected the call, separated by commas. */
  fault?: string
  /** More about the event, such as the failure codes of an order. */
  note?: string
}

/** Query of `GET /journal`. An entry must match every field. */
export interface JournalQuery {
  /** Exact `kind`. */
  kind?: string
  /** Exact `name`. */
  name?: string
  /** A `merchantOrderId` or `merchantRefundId`. */
  id?: string
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string
  /** `seq` of the last entry of the previous page. */
  after?: string
  /**
   * Entries on a page.
   * @default '200' over HTTP, all entries in `sandbox.journal()`
   */
  limit?: string
  /**
   * `true` lists the latest entries first; the next page is then older.
   * @default 'false'
   */
  newest?: string
}
