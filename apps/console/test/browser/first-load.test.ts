import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  for (let n = 0; n < 3; n++) await app.shop.payOrder()
  await app.query(
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "errorCode", "detailedErrorCode", "request", "createdAtMs", "updatedAtMs")
     select 'many-' || n, 'cart-' || n, 'STANDARD', 49900, 'FAILED', 'TXN_CANCELLED', 'ZM', '{}', now_ms - n * 60000, now_ms - n * 60000
     from generate_series(1, 300) n, (select (extract(epoch from now()) * 1000)::bigint as now_ms) c`,
  )
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

/** The requests of the first load of a page. */
async function firstLoad(path: string) {
  const { context: visited } = await browser.open('/health')
  const storageState = await visited.storageState()
  const { page, context } = await browser.openLoggedOut('/nowhere', { ...DESKTOP, storageState })
  // The requests of the page before end with it.
  await page.goto('about:blank')
  const tools = await context.newCDPSession(page)
  const requests = new Map<string, { path: string; encoding: string | undefined; bytes: number }>()
  tools.on('Network.responseReceived', ({ requestId, response: { url, headers } }) =>
    requests.set(requestId, { path: url.replace(app.url, ''), encoding: headers['content-encoding'], bytes: 0 }),
  )
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = bytes
  })
  await tools.send('Network.enable')
  await tools.send('Network.clearBrowserCache')
  await page.goto(app.url + path)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  // A module that was preloaded comes from the cache.
  return [...requests.values()].filter(({ bytes }) => bytes > 0)
}

it.each(['/', '/orders', '/refunds', '/webhooks'])('the first load of %s reads nothing twice', async (path) => {
  const paths = (await firstLoad(path)).map((request) => request.path)
  expect(paths).toContain('/api/about')
  expect(paths.filter((one, at) => paths.indexOf(one) !== at)).toEqual([])
})

it('the first load of the orders reads one compressed page of 50 and the fonts of English', async () => {
  const requests = await firstLoad('/orders')
  const lists = requests.filter(({ path }) => path.startsWith('/api/orders?'))
  expect(lists).toMatchObject([{ path: '/api/orders?limit=50', encoding: 'gzip' }])
  expect(
    requests.filter(({ encoding, bytes }) => encoding === undefined && bytes > 2_000).map(({ path }) => path),
  ).toEqual([expect.stringMatching(/noto-sans-latin-wght/)])
  const fonts = requests.map(({ path }) => /assets\/(.+)-[\w-]{8}\.woff2$/.exec(path)?.[1]).filter(Boolean)
  expect(fonts.sort()).toEqual(['noto-sans-latin-wght-normal', 'rupee'])
})
