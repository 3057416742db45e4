/** What a handler answers. Turned into a Response at the edge, so that the journal can read it. */
export interface Reply {
  readonly status: number
  /** An object is sent as JSON, text as it is. */
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
  /** What the call was about, for the journal. */
  readonly about?: About
}

export interface About {
  readonly merchantOrderId?: string
  readonly merchantRefundId?: string
  /** What its sender should know and the reply does not say. */
  readonly note?: string
}

export function ok(body: unknown, about?: About): Reply {
  return about ? { status: 200, body, about } : { status: 200, body }
}

/** A refusal in the provider's words. Thrown by checks, answered by the edge. */
export class Refusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('refused')
    this.reply = reply
  }
}
