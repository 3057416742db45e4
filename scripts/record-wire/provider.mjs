import { once } from 'node:events'
import { createServer } from 'node:http'

/** Request headers of the protocol; the others (host, user-agent, lengths) are the HTTP library's. */
const PROTOCOL_HEADER = /^(?:accept|authorization|content-type|x-.+)$/

/**
 * A loopback provider that records its requests. One origin serves all four hosts: `/pg`, `/cards`, `/identity`, `/events`.
 * @param {(request: any) => any} answerTo returns `[status, JSON body]` or `[status, text, headers]`
 */
export async function startRecordingProvider(answerTo) {
  const seen = []
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const record = recordOf(request, Buffer.concat(chunks).toString())
    seen.push(record)
    const [status, body, headers = { 'content-type': 'application/json' }] = answerTo(record)
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    /** Requests since the last call. */
    take: () => seen.splice(0),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function recordOf(request, text) {
  const [, host, path, query] = /^\/(\w+)(\/[^?]*)\??(.*)$/.exec(request.url) ?? []
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => PROTOCOL_HEADER.test(name)))
  return { host, method: request.method, path, query, headers, ...bodyOf(request.headers['content-type'], text) }
}

/** The body as data; key order is the sender's. */
function bodyOf(contentType, text) {
  if (text === '') return {}
  if (contentType?.startsWith('application/json')) return { body: JSON.parse(text) }
  return { form: text }
}
