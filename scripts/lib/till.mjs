import { createServer } from 'node:http'

/**
 * A shop's callback endpoint, as small as it gets: raw bytes, verify, answer, remember.
 * @param {import('@galla/sdk').Callbacks} callbacks
 */
export async function openTill(callbacks, { port = 0, onEvent = () => {} } = {}) {
  const events = []
  const refused = []
  let wake = () => {}

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/callbacks') {
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end('Thank you. The shop is checking your payment.')
      return
    }
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      const event = await callbacks.verify({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(200).end()
      events.push(event)
      onEvent(event)
    } catch (error) {
      response.writeHead(417).end()
      refused.push(error.message)
    }
    wake()
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    events,
    refused,
    /** The first event that fits, now or within the patience; undefined when none came. */
    async waitFor(fits, patienceMs = 15_000) {
      const deadline = AbortSignal.timeout(patienceMs)
      while (!deadline.aborted) {
        const found = events.find(fits)
        if (found) return found
        await new Promise((resolve) => {
          wake = resolve
          deadline.addEventListener('abort', resolve, { once: true })
        })
      }
      return undefined
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
