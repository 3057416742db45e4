import { prepare as bareHttp } from './bare-http.mjs'

/** Pay calls to a running sandbox, each with a new order id, because the sandbox stores every order. */
export async function prepare(origin) {
  const reply = await fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'bench',
      client_secret: 'secret',
      client_version: '1',
      grant_type: 'client_credentials',
    }),
  })
  const token = await reply.json()
  const { pay } = await bareHttp(origin, { base: '', token: `${token.token_type} ${token.access_token}` })
  let orders = 0
  return {
    async pay() {
      const opened = await pay(orders++)
      if (opened.state !== 'PENDING') throw new Error(`The sandbox refused an order: ${JSON.stringify(opened)}`)
    },
  }
}
