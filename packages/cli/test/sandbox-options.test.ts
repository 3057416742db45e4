import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '@galla/http-server/listen'
import { Galla, paise } from '@galla/sdk'
import { expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

/** Runs `galla sandbox` while `use` runs, and returns what it printed. */
async function whileRunning(options: string[], use: (url: string) => Promise<void>) {
  const stopping = new AbortController()
  let ready: (url: string) => void = () => undefined
  const url = new Promise<string>((resolve) => {
    ready = resolve
  })
  const out = (line: string) => {
    const first = /"provider":"([^"]+)"/.exec(line)?.[1]
    if (first !== undefined) ready(first)
  }
  const running = runCli(['sandbox', '--port', '0', '--json', ...options], { out, stop: stopping.signal })
  await use(await Promise.race([url, running.then(({ err }) => Promise.reject(new Error(err)))])).finally(() =>
    stopping.abort(),
  )
  return running
}

const order = { merchantOrderId: 'order-1', amount: paise(49_900), redirectUrl: 'http://127.0.0.1/thanks' }

it('--quirks takes single quirks and a profile', async () => {
  const codeOf = (quirks: string[]) => async (url: string) => {
    const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: url })
    await galla.standardCheckout.pay(order)
    const twice = await galla.standardCheckout.pay(order).catch((error: { code: string }) => error.code)
    expect(twice, quirks.join()).toBe(quirks.at(-1))
    await galla.close()
  }
  const single = ['--quirks', 'pageExpirySec=1200,duplicateOrder=ORDER_ALREADY_EXISTS', 'ORDER_ALREADY_EXISTS']
  expect((await whileRunning(single.slice(0, 2), codeOf(single))).code).toBe(0)
  const profile = ['--quirks', 'assistant-guide', 'INVALID_MERCHANT_ORDER_ID']
  expect((await whileRunning(profile.slice(0, 2), codeOf(profile))).code).toBe(0)
})

it('--hmac signs callbacks with an HMAC of their body', async () => {
  const received: { body: string; headers: Headers }[] = []
  const app = await listen(async (request) => {
    received.push({ body: await request.text(), headers: request.headers })
    return new Response('ok')
  })
  const options = ['--callback-url', `${app.url}/hook`, '--hmac', 'webhook-key', '--hmac-key-id', 'k-7']
  await whileRunning(options, async (url) => {
    const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: url })
    await galla.standardCheckout.pay(order)
    await galla.close()
    expect((await runCli(['pay', 'order-1', '--sandbox', url], { fetch })).code).toBe(0)
  })
  await app.close()
  const [{ body, headers } = { body: '', headers: new Headers() }] = received
  const digest = createHmac('sha256', 'webhook-key').update(body).digest('hex')
  expect([...headers.values()].some((value) => value.includes(digest))).toBe(true)
  expect(headers.get('authorization')).toBeNull()
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A file with an appearance, beside a logo. */
function appearanceFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'appearance-'))
  writeFileSync(join(folder, 'logo.png'), Buffer.from(PNG, 'base64'))
  writeFileSync(join(folder, 'logo.svg'), '<svg/>')
  const file = join(folder, 'appearance.json')
  writeFileSync(file, content)
  return file
}

it('--appearance takes a file, and the logo beside it', async () => {
  const file = appearanceFile('{"merchantName":"Chai","logo":"logo.png","accentColor":"#07c","radius":12}')
  await whileRunning(['--appearance', file], async (url) => {
    const logo = await fetch(`${url}/transact/logo`)
    expect(Buffer.from(await logo.arrayBuffer()).toString('base64')).toBe(PNG)
    expect(await (await fetch(`${url}/transact/appearance.css`)).text()).toContain('--galla-radius:12px')
  })
})

it.each([
  ['{"accentColor":"reddish"}', 'appearance.accentColor must be a colour such as #1f4f8f or #07c; got "reddish"'],
  ['{"acentColor":"#07c"}', 'did you mean "accentColor"?'],
  ['{"logo":"logo.svg"}', 'appearance.logo must be a PNG, JPEG or WebP file'],
  ['{"logo":"missing.png"}', 'cannot read'],
  ['{"logo":"https://evil.example/x.png"}', 'appearance.logo must be a data: URL'],
  ['{', 'is not JSON'],
  ['7', 'appearance must be an object'],
])('--appearance with %s exits with 2', async (content, sentence) => {
  const { code, err } = await runCli(['sandbox', '--port', '0', '--appearance', appearanceFile(content)])
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) })
})

it.each([
  [['--quirks', 'strictest'], 'there is no profile "strictest"'],
  [['--quirks', 'qrdata=text'], 'did you mean "qrData"?'],
  [['--quirks', 'qrData=svg'], 'quirks.qrData must be data-uri, base64 or text'],
  [['--quirks', 'strict,qrData=text'], '--quirks takes one profile, or NAME=VALUE pairs'],
  [['--hmac', ''], '--hmac takes the secret key'],
  [['--hmac-key-id', 'k'], 'has no effect without --hmac'],
])('exits with 2 for %j', async (options, sentence) => {
  const { code, err } = await runCli(['sandbox', '--port', '0', ...options])
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) })
})

it('--host and --allow-host let named containers call it, and --origin is where browsers open its page', async () => {
  // An address of this machine by another name: nothing here is reachable from elsewhere.
  const options = ['--host', '::ffff:127.0.0.1', '--allow-host', 'sandbox', '--allow-host', 'pay.test']
  await whileRunning([...options, '--origin', 'http://localhost:4510'], async (url) => {
    const { port, hostname } = new URL(url)
    expect(hostname).toBe('sandbox')
    const galla = new Galla({
      ...{ clientId: 'shop', clientSecret: 'any', clientVersion: 1, hosts: `http://127.0.0.1:${port}` },
    })
    const { redirectUrl } = await galla.standardCheckout.pay(order)
    expect(redirectUrl).toMatch(/^http:\/\/localhost:4510\/transact\//)
    await galla.close()
  })
})

it.each([
  [['--host', '0.0.0.0'], 'host 0.0.0.0 is reachable from other machines. Name the hosts'],
  [['--allow-host', 'http://sandbox'], 'allowedHosts (--allow-host) must be host names'],
  [['--origin', 'localhost'], 'origin must be an origin such as'],
])('%j is refused with the line to use', async (options, message) => {
  const { code, err } = await runCli(['sandbox', '--port', '0', ...options])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

it('prints the options with which an SDK in another container reaches it', async () => {
  const lines: string[] = []
  const stopping = new AbortController()
  const out = (line: string) => {
    lines.push(line)
    if (line.includes('Ctrl-C')) stopping.abort()
  }
  const options = ['--host', '::ffff:127.0.0.1', '--allow-host', 'sandbox']
  await runCli(['sandbox', '--port', '0', ...options], { out, stop: stopping.signal })
  expect(lines.join('\n')).toMatch(/hosts: 'http:\/\/sandbox:\d+', hostsWithoutTls: \['sandbox'\]/)
})
