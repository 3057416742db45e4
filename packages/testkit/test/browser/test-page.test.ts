import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPage } from '../../src/test-page.ts'

const OPTIONS = { viewport: { width: 700, height: 500 }, colorScheme: 'dark' } as const

let server: Server
let origin: string
let loads = 0
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/file.js') loads += 1
    response.setHeader('cache-control', url === '/file.js' ? 'max-age=3600' : 'no-store')
    response.setHeader('content-type', url === '/file.js' ? 'text/javascript' : 'text/html')
    response.end(url === '/file.js' ? '' : '<!doctype html><title>The server</title><script src="/file.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Strings, because this package has no DOM types. */
const SEEN = `({
  title: document.title,
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  print: matchMedia('print').matches,
  forced: matchMedia('(forced-colors: active)').matches,
  size: innerWidth + ' ' + innerHeight,
  online: navigator.onLine,
  stored: localStorage.length + sessionStorage.length,
})`

it('a page that is used again is as a new one, whatever its test has routed, emulated, stored or cut off', async () => {
  const first = await openTestPage(OPTIONS, [origin])
  await first.page.goto(origin)
  const asNew = await first.page.evaluate(SEEN)
  await first.page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>A route</title>' }))
  await first.page.goto(`${origin}/other`)
  await first.page.evaluate(`localStorage.setItem('a', 'b'); sessionStorage.setItem('a', 'b')`)
  await first.page.emulateMedia({
    media: 'print',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    forcedColors: 'active',
  })
  await first.page.setViewportSize({ width: 360, height: 640 })
  await first.context.setOffline(true)
  expect(await first.page.evaluate(SEEN)).not.toEqual(asNew)
  await first.close()

  const second = await openTestPage(OPTIONS, [origin])
  expect(second.page).toBe(first.page)
  await second.page.goto(origin)
  expect(await second.page.evaluate(SEEN)).toEqual(asNew)
  expect(await second.page.evaluate('history.length')).toBe(1)
  await second.close()
})

it('a page that is used again keeps the files that it has loaded, unless it is opened without them', async () => {
  const visit = async (options = {}) => {
    const { page, close } = await openTestPage(OPTIONS, [origin], options)
    loads = 0
    await page.goto(origin)
    await close()
    return loads
  }
  await visit()
  expect(await visit()).toBe(0)
  expect(await visit({ withoutFiles: true })).toBe(1)
})
