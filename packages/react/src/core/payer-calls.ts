/** A refusal with its code, or no usable answer: the outcome is unknown. */
export type NoView = { kind: 'refused'; status: number; code: string; message: string } | { kind: 'no-answer' }

/** Reply to a request: the record as its payer may see it, a refusal, or no usable answer. */
export type Reply<View> = { kind: 'view'; view: View } | NoView

export interface PayerCallOptions {
  gatewayUrl: string
  payerToken: string
  fetch?: typeof fetch | undefined
}

/** Calls of the gateway's payer routes under one token. `call` does not reject. */
export interface PayerCalls {
  readonly send: typeof fetch
  urlOf(path: string): string
  call(path: string, init: RequestInit): Promise<{ kind: 'body'; body: unknown } | NoView>
}

const TIMEOUT_MS = 15_000

/** Sends the token in a header, never in a URL, where logs and referrers would keep it. */
export function payerCalls({ gatewayUrl, payerToken, fetch: given }: PayerCallOptions): PayerCalls {
  const send: typeof fetch = given ?? ((input, init) => fetch(input, init))
  const base = gatewayUrl.replace(/\/+$/, '')
  const urlOf = (path: string) => base + path
  return {
    send,
    urlOf,
    async call(path, init) {
      try {
        const response = await send(urlOf(path), {
          ...init,
          headers: { authorization: `Bearer ${payerToken}`, ...init.headers },
          cache: 'no-store',
          credentials: 'same-origin',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const body: unknown = await response.json()
        if (response.ok) return { kind: 'body', body }
        if (response.status >= 500 || response.status === 429) return { kind: 'no-answer' }
        return { kind: 'refused', status: response.status, ...refusalOf(body) }
      } catch {
        // Offline, timed out or not JSON: the outcome is unknown, and the next view shows it.
        return { kind: 'no-answer' }
      }
    },
  }
}

/**
 * The id in a payer token's second part, which is readable without the secret: of an order (`g1`) or a subscription (`s1`). The signature is the
 * gateway's to check. Undefined for a text that is not such a token.
 */
export function subjectOf(payerToken: unknown, kind: 'g1' | 's1'): string | undefined {
  const [version, subject] = typeof payerToken === 'string' ? payerToken.split('.') : []
  if (version !== kind || !subject) return undefined
  try {
    const bytes = Uint8Array.from(atob(subject.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || undefined
  } catch {
    return undefined
  }
}

function refusalOf(body: unknown): { code: string; message: string } {
  const fields = typeof body === 'object' && body !== null ? body : {}
  return {
    code: 'code' in fields ? String(fields.code) : 'REFUSED',
    message: 'message' in fields ? String(fields.message) : '',
  }
}
