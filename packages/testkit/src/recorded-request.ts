import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request as received. */
export interface RecordedRequest {
  readonly method: string
  /** The request target, unchanged. */
  readonly url: string
  /** `url` up to the question mark, still percent-encoded. */
  readonly path: string
  /** `url` after the question mark, still percent-encoded; empty if there is none. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values, as sent. */
  readonly rawHeaders: readonly string[]
  /** The part of the body that was read so far; complete once a reply was sent. */
  readonly body: Buffer
  /** `body` as UTF-8 text. */
  readonly text: string
  /** `body` parsed as JSON. @throws SyntaxError when it is not JSON */
  json(): unknown
  /** `body` parsed as form fields. */
  form(): { [name: string]: string }
}

export interface Recording {
  readonly record: RecordedRequest
  /** Reads the body to its end. A second call waits for the same read. */
  readBody(): Promise<void>
}

export function recordRequest(request: IncomingMessage): Recording {
  const chunks: Buffer[] = []
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  let reading: Promise<void> | undefined

  const record: RecordedRequest = {
    method: request.method ?? '',
    url,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: queryAt < 0 ? '' : url.slice(queryAt + 1),
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    get body() {
      return Buffer.concat(chunks)
    },
    get text() {
      return record.body.toString('utf8')
    },
    json: () => JSON.parse(record.text),
    form: () => Object.fromEntries(new URLSearchParams(record.text)),
  }
  const readAll = async (): Promise<void> => {
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
  }
  return {
    record,
    readBody() {
      reading ??= readAll()
      return reading
    },
  }
}
