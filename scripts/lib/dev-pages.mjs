import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'vite'
import { at } from './paths.mjs'

/** Requests of each page to the server that serves the built page. */
const PAGES = [
  {
    name: 'provider',
    app: 'checkout-page',
    paths: ['/apis/', '/page-api/', '/_sandbox/', '/web/', '/transact/assets/'],
  },
  { name: 'shop', app: 'shop', paths: ['/api/', '/payments/'] },
  { name: 'console', app: 'console', paths: ['/api/'] },
]

/**
 * Serves the sources of the three pages with hot reload, and those of the test tools below the console's. Requests to an API go to the running server behind the page;
 * addresses of the servers in its replies become addresses of the development pages, so that a payment passes through them.
 * @param {{ provider: string, shop: string, console: string }} servers origins
 * @param {number} port of the first page; the others take the next two. A port in use is replaced; 0: any free ports
 */
export async function openDevPages(servers, port) {
  /** @type {Map<string, string>} */
  const pageOf = new Map()
  const open = []
  const close = async () => {
    await Promise.all(open.map((one) => one.close()))
  }
  try {
    const testTools = await openPage('test-tools', 0, {})
    open.push(testTools)
    for (const [index, { name, app, paths }] of PAGES.entries()) {
      const proxy = Object.fromEntries(paths.map((path) => [path, proxyTo(servers[name], pageOf)]))
      if (name === 'console') proxy['/test-tools'] = { target: testTools.url, ws: true }
      const page = await openPage(app, port === 0 ? 0 : port + index, proxy)
      open.push(page)
      pageOf.set(servers[name], page.url)
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    provider: pageOf.get(servers.provider),
    shop: pageOf.get(servers.shop),
    console: pageOf.get(servers.console),
    close,
  }
}

/** On a server of ours: Vite's own one ends the process at SIGTERM, before the database is closed. */
async function openPage(app, port, proxy) {
  const http = createHttpServer()
  const vite = await createServer({
    root: at('apps', app),
    configFile: at('apps', app, 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: http }, proxy },
  })
  http.on('request', vite.middlewares)
  await listen(http, port).catch(() => listen(http, 0))
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (http.address())
  return {
    url: `http://127.0.0.1:${taken}`,
    async close() {
      http.close()
      http.closeAllConnections()
      await vite.close()
    },
  }
}

/** @param {import('node:http').Server} http */
async function listen(http, port) {
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
}

/** @returns {import('vite').ProxyOptions} */
function proxyTo(target, pageOf) {
  return {
    target,
    changeOrigin: true,
    selfHandleResponse: true,
    configure(proxy) {
      proxy.on('proxyReq', (outgoing) => {
        // The servers refuse another origin; what a compressed body says cannot be replaced.
        if (outgoing.hasHeader('origin')) outgoing.setHeader('origin', target)
        outgoing.setHeader('accept-encoding', 'identity')
      })
      proxy.on('proxyRes', (reply, _request, response) => {
        if (!('writeHead' in response)) return
        const { 'content-length': _, 'content-security-policy': __, ...headers } = reply.headers
        if (headers.location) headers.location = toPages(headers.location, pageOf)
        response.writeHead(reply.statusCode ?? 502, headers)
        // An event stream never ends: it must not wait for its end to be replaced.
        if (!/\b(?:json|html|javascript)\b/.test(headers['content-type'] ?? '')) {
          reply.pipe(response)
          return
        }
        const chunks = []
        reply.on('data', (chunk) => chunks.push(chunk))
        reply.on('end', () => response.end(toPages(Buffer.concat(chunks).toString('utf8'), pageOf)))
      })
    },
  }
}

const toPages = (text, pageOf) => [...pageOf].reduce((all, [server, page]) => all.replaceAll(server, page), text)
