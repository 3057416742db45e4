import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const LIVE_KEY = `galla_live_${'0'.repeat(56)}`
const CLIENT_FOLDER = join(import.meta.dirname, '../examples/python')
const hasPython = spawnSync('python3', ['--version']).status === 0

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Prints what the exception of each call shows, as text, as a trace, and as a trace with the variables of each frame. */
const SHOWN = `
import traceback
from galla import Galla, GallaError
KEY = '${KEY}'
def shown(call):
    try:
        return repr(call())
    except Exception as error:
        frames = traceback.TracebackException.from_exception(error, capture_locals=True)
        # The frame of this function has what the test itself has put there.
        frames.stack = traceback.StackSummary.from_list([one for one in frames.stack if one.filename.endswith('galla.py')])
        return type(error).__name__ + ' ' + ''.join(frames.format())
def kind(call):
    try:
        call()
        return 'accepted'
    except Exception as error:
        return type(error).__name__ + ' ' + str(error)
`

async function python(program: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const child = spawn('python3', ['-B', '-c', `${SHOWN}${program}`], {
    cwd: CLIENT_FOLDER,
    env: { ...process.env, ...env },
  })
  ends.push(() => child.kill())
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  await once(child, 'close')
  return printed.trimEnd().split('\n')
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const quoted = (texts: readonly string[]): string => JSON.stringify(texts)

describe.runIf(hasPython)('the client in Python', () => {
  it('sends a key to https addresses, and over http to this machine only', async () => {
    const good = [
      'https://galla.example/merchant',
      'http://127.0.0.1:4600/merchant',
      'http://127.9.9.9',
      'http://localhost:4600',
      'http://[::1]:4600/merchant/',
    ]
    const bad = [
      'http://galla.example/merchant',
      'http://galla:4600',
      'http://localhost.example',
      'http://x.localhost',
      'http://127.0.0.1.example',
      'http://0.0.0.0:4600',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      '//127.0.0.1',
      '',
      'https://user:hunter4@galla.example',
      'https://galla.example/merchant?x=hunter4',
      'https://galla.example/#hunter4',
      'https://galla.example\\r\\nx: y',
      'https://',
    ]
    const lines = await python(`
for url in ${quoted(good)} + ${quoted(bad).replaceAll('\\\\', '\\')}:
    print(kind(lambda: Galla(url, KEY)))
`)
    expect(lines.slice(0, good.length)).toEqual(good.map(() => 'accepted'))
    expect(lines.slice(good.length)).toEqual(bad.map(() => expect.stringMatching(/^ValueError url must /)))
    expect(lines.join()).not.toContain('hunter4')
  })

  it('sends a key over http to private hosts that hosts_without_tls names, and no live key', async () => {
    expect(
      await python(`
print(kind(lambda: Galla('http://galla:4600/merchant', KEY, hosts_without_tls=['galla'])))
print(kind(lambda: Galla('http://GALLA:4600/merchant', KEY, hosts_without_tls=['galla'])))
print(kind(lambda: Galla('http://other:4600', KEY, hosts_without_tls=['galla'])))
print(kind(lambda: Galla('http://galla.example', KEY, hosts_without_tls=['galla.example'])))
print(kind(lambda: Galla('http://galla:4600', '${LIVE_KEY}', hosts_without_tls=['galla'])))
print(kind(lambda: Galla('http://galla:4600', KEY, hosts_without_tls='galla')))
`),
    ).toEqual([
      'accepted',
      'accepted',
      expect.stringMatching(/^ValueError url must be https/),
      expect.stringMatching(/^ValueError hosts_without_tls must be a list of names or addresses of a private network/),
      expect.stringMatching(/^ValueError hosts_without_tls is for SANDBOX only/),
      expect.stringMatching(/^ValueError hosts_without_tls must be a list/),
    ])
  })

  it('refuses ids that would change the path, before a request', async () => {
    let requests = 0
    const url = await serve((request, response) => {
      requests += 1
      response.end(JSON.stringify({ path: request.url }))
    })
    const bad = await python(`
for one in ['', '.', '..', None, 7, b'x', ['x']]:
    print(kind(lambda: Galla('${url}', KEY).get_order(one)))
`)
    expect(bad).toEqual(Array(7).fill(expect.stringMatching(/^ValueError merchant_order_id must be a text/)))
    expect(requests).toBe(0)
    const odd = ['a/b', '../orders', '%2e%2e', 'a?b', 'a#b', 'é', 'a b']
    const lines = await python(`
for one in ${quoted(odd)}:
    print(Galla('${url}', KEY).get_order(one)['path'])
`)
    expect(lines).toEqual(odd.map((id) => `/orders/${encodeURIComponent(id)}`))
  })

  it('follows no redirect, which would take the key with it', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const url = await serve((request, response) => {
      const status = Number(request.url?.split('/').at(-1))
      response.writeHead(status, { location: other }).end()
    })
    const lines = await python(`
for status in [301, 302, 303, 307, 308]:
    print(kind(lambda: Galla('${url}', KEY).get_order(str(status))))
`)
    expect(lines).toEqual(Array(5).fill(expect.stringMatching(/^GallaError UNEXPECTED_REPLY: HTTP 30\d/)))
    expect(seen).toEqual([])
  })

  it('sends no key through a proxy in clear', async () => {
    const seen: (string | undefined)[] = []
    const proxy = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const url = await serve((_, response) => response.end('{"from":"the gateway"}'))
    const env = { http_proxy: proxy, HTTP_PROXY: proxy, all_proxy: proxy, no_proxy: '', NO_PROXY: '' }
    expect(await python(`print(Galla('${url}', KEY).list_orders()['from'])`, env)).toEqual(['the gateway'])
    expect(seen).toEqual([])
  })

  it('shows the key in no error, trace, variable of a frame or text of the client', async () => {
    const url = await serve((request, response) => {
      // A server that repeats what it was sent.
      const message = `wrong: ${request.headers.authorization}`
      response.writeHead(400).end(JSON.stringify({ code: 'INVALID_REQUEST', message, field: message }))
    })
    const lines = await python(`
client = Galla('${url}', KEY)
print(repr(client), str(client), vars(client))
print(shown(lambda: client.get_order('a')))
print(shown(lambda: Galla('http://127.0.0.1:1', KEY).get_order('a')))
print(shown(lambda: Galla('https://127.0.0.1:1', KEY).get_order('a')))
print(shown(lambda: Galla('${url}', KEY + chr(10))))
print(shown(lambda: Galla('http://galla.example', KEY)))
print(shown(lambda: client.create_order({'amount': object()})))
error = None
try:
    client.get_order('a')
except GallaError as caught:
    error = caught
print(vars(error))
`)
    const printed = lines.join('\n')
    expect(printed).toContain('GallaError')
    expect(printed).toContain('wrong: Bearer ****')
    expect(printed).not.toContain(KEY)
  })

  it('takes a time limit of a number of seconds only, and ends a body that arrives too slowly or has no end', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200)
      if (request.url === '/orders/endless') {
        const write = (): void => {
          if (!response.destroyed) response.write('x'.repeat(1_000_000), write)
        }
        write()
      } else {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      }
    })
    const lines = await python(`
for timeout in [None, 0, -1, float('nan'), float('inf'), '30', True]:
    print(kind(lambda: Galla('${url}', KEY, timeout=timeout)))
for one in ['slow', 'endless']:
    print(kind(lambda: Galla('${url}', KEY, timeout=0.4).get_order(one)))
`)
    expect(lines).toEqual([
      ...Array(7).fill(expect.stringMatching(/^ValueError timeout must be a number of seconds/)),
      expect.stringMatching(/^GallaError NO_ANSWER: .*did not arrive/),
      expect.stringMatching(/^GallaError NO_ANSWER: /),
    ])
  })
})
