import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request as it came over the wire. */
export interface RecordedRequest {
  readonly method: string
  /** The request target untouched, query and doubled query included. */
  readonly url: string
  /** `url` up to the question mark, still escaped. */
  readonly path: string
  /** `url` from behind the question mark, still escaped; empty if there is none. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** Name, value, name, value, as sent. */
  readonly rawHeaders: readonly string[]
  /** What was read of the body so far: all of it once the request was answered. */
  readonly body: Buffer
  /** `body` as UTF-8 text. */
  readonly text: string
  /** `body` as JSON. @throws SyntaxError when it is none */
  json(): unknown
  /** `body` as form fields. */
  form(): { [name: string]: string }
}

export interface Recording {
  readonly record: RecordedRequest
  /** Reads the body to its end; a second call waits for the same read. */
  readBody(): Promise<void>
}

export function recordRequest(request: IncomingMessage): Recording {
  const chunks: Buffer[] = []
  const url = request.url ?? ''
  const mark = url.indexOf('?')
  let reading: Promise<void> | undefined

  const record: RecordedRequest = {
    method: request.method ?? '',
    url,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
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
