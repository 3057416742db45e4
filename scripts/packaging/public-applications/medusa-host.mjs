import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

// Runs in the folder of a payment provider for Medusa and calls it as Medusa does, for requests over HTTP.
const { entry, amount, options } = JSON.parse(process.env.MEDUSA_PROVIDER ?? '')
const loaded = await import(pathToFileURL(entry).href)
const Provider = loaded.PhonePeProvider ?? loaded.default?.default ?? loaded.default
const provider = new Provider({ logger: console }, options)

const routes = {
  '/pay': ({ id }) =>
    provider.initiatePayment({ amount, currency_code: 'inr', data: { session_id: id, id }, context: {} }),
  '/authorize': ({ data }) => provider.authorizePayment({ data }),
  '/refund': ({ data }) => provider.refundPayment({ amount, data }),
}

async function receiveHook(rawData, headers) {
  const result = await provider.getWebhookActionAndData({ data: {}, rawData, headers })
  console.log(`webhook: ${result.action}`)
  return result
}

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  try {
    const result = await (request.url === '/hook'
      ? receiveHook(body, request.headers)
      : routes[request.url ?? ''](JSON.parse(body)))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
  } catch (error) {
    response.writeHead(500).end(String(error?.stack ?? error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
