import { contentSecurityPolicy } from '@galla/http-server/csp'

/** A shop whose policy allows its own script, the provider's script and the provider's frame only. */
export function shopResponse(request: Request, provider: string): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/shop.js') return new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } })
  const origin = provider as `http://${string}`
  const policy = contentSecurityPolicy({ scripts: ["'self'", origin], frames: [origin], images: ['data:'] })
  const body = `<main>${pathname === '/cart' ? cart(provider) : '<h1>Thank you</h1>'}</main>`
  return new Response(
    `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>${ICON}</head><body>${body}</body></html>`,
    {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    },
  )
}

const ICON = '<link rel="icon" href="data:,">'

const cart = (provider: string) => `<h1>Cart</h1>
  <button id="frame">Pay here</button> <button id="redirect">Pay there</button> <output></output>
  <script src="${provider}/web/bundle/checkout.js"></script><script src="/shop.js"></script>`

/** The shop's script, as in the provider's guide. */
const SCRIPT = `
  const tokenUrl = new URLSearchParams(location.search).get('tokenUrl')
  const output = document.querySelector('output')
  document.querySelector('#frame').onclick = () =>
    PhonePeCheckout.transact({ tokenUrl, type: 'IFRAME', callback: (response) => { output.textContent += response } })
  document.querySelector('#redirect').onclick = () => PhonePeCheckout.transact({ tokenUrl })
`
