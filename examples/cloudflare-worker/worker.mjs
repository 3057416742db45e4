import { createCallbacks, Galla, inr, isGallaError } from '@galla/sdk'

/** @typedef {{ PROVIDER: string, CLIENT_ID: string, CLIENT_SECRET: string, CALLBACK_USERNAME: string, CALLBACK_PASSWORD: string }} Env */

/** One client per worker instance, because it caches the access token. Created on the first request, which brings the secrets. */
let galla

/** @param {Env} env */
const clientOf = (env) => {
  galla ??= new Galla({
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    clientVersion: 1,
    hosts: env.PROVIDER,
  })
  return galla
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    const { pathname, origin } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/buy') return buy(env, origin)
    if (request.method === 'POST' && pathname === '/callbacks') return receive(request, env)
    if (pathname === '/thanks') return thanks(request)
    return new Response('POST /buy, POST /callbacks, GET /thanks', { status: 404 })
  },
}

/** Creates an order for one cup of tea and redirects the payer to the provider's page. */
async function buy(env, origin) {
  const { redirectUrl } = await clientOf(env).standardCheckout.pay({
    merchantOrderId: `tea-${crypto.randomUUID()}`,
    amount: inr('20'),
    redirectUrl: `${origin}/thanks`,
  })
  return Response.redirect(redirectUrl, 303)
}

/** Some banks send the payer back by POST. Their form proves nothing about the payment. */
function thanks(request) {
  if (request.method === 'POST') return new Response(null, { status: 303, headers: { location: '/thanks' } })
  return new Response('Thank you. We are checking your payment.')
}

async function receive(request, env) {
  // Verification needs no client secret, so a worker that only receives callbacks can do without one.
  const callbacks = createCallbacks({ username: env.CALLBACK_USERNAME, password: env.CALLBACK_PASSWORD })
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const event = await callbacks.verify({ headers: request.headers, body })
    if (event.kind !== 'order') return new Response(null, { status: 200 })
    // A callback is a hint; the order status decides. In your shop: record it here, once.
    const { state, amount } = await clientOf(env).standardCheckout.getOrderStatus({
      merchantOrderId: event.payload.merchantOrderId,
    })
    return Response.json({ state, amount })
  } catch (error) {
    if (!isGallaError(error)) throw error
    return new Response(error.message, { status: error.kind === 'invalid-callback' ? 401 : 503 })
  }
}
