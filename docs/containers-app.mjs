// The app of containers.test.ts, in a network namespace of its own: what a shop in a container does. One JSON object a line tells what happened.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from '@galla/gateway/webhook'
import { Galla } from '@galla/sdk'

const { GATEWAY_URL, MERCHANT_KEY, NOTIFY_SECRET, GALLA_HOSTS, GALLA_HOSTS_WITHOUT_TLS, DATABASE_SOCKET } = process.env
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`)

// Stands for the service `database`: the server of the test listens on a Unix socket.
const database = createTcpServer((client) => pipeline(client, connect(DATABASE_SOCKET), client, () => {}))
await once(database.listen(5432, '0.0.0.0'), 'listening')

const events = createServer(async (request, response) => {
  const body = await buffer(request)
  const { notification } = verifyWebhook({ headers: request.headers, body, secrets: NOTIFY_SECRET })
  tell({ event: notification.type, order: notification.data.order.merchantOrderId, host: request.headers.host })
  response.writeHead(204).end()
})
await once(events.listen(3000, '0.0.0.0'), 'listening')
tell({ ready: true })

process.stdin.setEncoding('utf8')
for await (const merchantOrderId of process.stdin) {
  const started = await fetch(`${GATEWAY_URL}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${MERCHANT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ merchantOrderId, reference: 'cart-1', amount: 49_900, checkout: 'STANDARD' },
      redirectUrl: 'http://localhost:3000/thanks',
    }),
  })
  const { redirectUrl, ...rest } = await started.json()
  if (!started.ok) throw new Error(`${started.status} ${JSON.stringify(rest)}`)
  const galla = new Galla({
    ...{ clientId: 'tea-stall', clientSecret: 'development', clientVersion: 1 },
    ...{ hosts: GALLA_HOSTS, hostsWithoutTls: [GALLA_HOSTS_WITHOUT_TLS] },
  })
  const { state } = await galla.standardCheckout.getOrderStatus({ merchantOrderId })
  await galla.close()
  tell({ started: started.status, redirectUrl, state })
}
