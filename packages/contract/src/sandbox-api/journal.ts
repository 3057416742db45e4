/** One thing that happened in the sandbox, in order. Secrets are masked before they are written. */
export interface JournalEntry {
  seq: number
  atMs: number
  kind: 'api' | 'page' | 'control' | 'callback' | 'state'
  /** Endpoint name, route, callback event or state change. */
  name: string
  method?: string
  path?: string
  status?: number
  tookMs?: number
  merchantOrderId?: string
  merchantRefundId?: string
  request?: { headers: { [name: string]: string }; body?: unknown }
  response?: { headers?: { [name: string]: string }; body?: unknown }
  /** Which fault struck, if one did. */
  fault?: string
  note?: string
}

export interface JournalQuery {
  kind?: string
  name?: string
  id?: string
  status?: string
  after?: string
  limit?: string
  /** `true`: the latest come first, and `after` goes back in time. */
  newest?: string
}
