import { describe, expect, test } from 'vitest'
import { setupPrograms } from './redirect-programs.ts'

const programs = setupPrograms()
const IMPORTS = `import { lookup, port, tell } from './shared.mjs'\n`
const REFUSED = {
  code: 'ECONNREFUSED',
  message: expect.stringMatching(/api\.phonepe\.com.*refused.*sandbox at http:\/\/127\.0\.0\.1:\d+/is),
}

/** Programs that connect to the provider by what is not redirected. Each tells one error. */
const CONNECTIONS: { [name: string]: string } = {
  'HTTP/2': `import { connect } from 'node:http2'
connect('https://api.phonepe.com:' + port, { lookup, rejectUnauthorized: false }).on('error', tell)`,
  'undici with a dispatcher': `import { Agent, request } from 'undici'
await request('https://api.phonepe.com:' + port, { dispatcher: new Agent({ connect: { lookup } }) }).catch(tell)`,
  'the fetch of undici': `import { Agent, fetch } from 'undici'
await fetch('https://api.phonepe.com:' + port, { dispatcher: new Agent({ connect: { lookup } }) }).catch(tell)`,
  'undici through a proxy': `import { ProxyAgent, request } from 'undici'
await request('https://api.phonepe.com', { dispatcher: new ProxyAgent('http://127.0.0.1:' + process.env.PROXY_PORT) }).catch(tell)`,
  'a TLS socket': `import { connect } from 'node:tls'
connect({ host: 'api.phonepe.com', port, lookup, servername: 'api.phonepe.com' }).on('error', tell)`,
  'a TLS socket without a server name': `import { connect } from 'node:tls'
connect({ host: 'api.phonepe.com', port, lookup }).on('error', tell)`,
  'a TLS socket to an address, with the server name': `import { connect } from 'node:tls'
connect({ host: '127.0.0.1', port, servername: 'api.phonepe.com' }).on('error', tell)`,
  'a TLS socket inside a socket': `import { connect } from 'node:tls'
import net from 'node:net'
const socket = net.connect(port, '127.0.0.1', () => connect({ socket, servername: 'api.phonepe.com' }).on('error', tell))`,
  'a socket': `import { Socket } from 'node:net'
new Socket().connect({ host: 'api.phonepe.com', port, lookup }).on('error', tell).write('GET / HTTP/1.0')`,
  'a socket by port and name': `import { connect } from 'node:net'
connect(port, 'api.phonepe.com').on('error', tell)`,
  'a name in capitals with a dot at its end': `import { connect } from 'node:net'
connect({ host: 'API.PhonePe.com.', port, lookup }).on('error', tell)`,
  'a name with a full stop of another script': `import { connect } from 'node:net'
connect({ host: 'api。phonepe。com', port, lookup }).on('error', tell)`,
  'a request by the class': `import { Agent, ClientRequest } from 'node:http'
new ClientRequest({ host: 'api.phonepe.com', port, lookup, agent: new Agent() }).on('error', tell).end()`,
  'a redirect of another server': `import { createServer } from 'node:http'
const server = createServer((_, response) => response.writeHead(302, { location: 'https://api.phonepe.com/' }).end())
server.listen(0, '127.0.0.1', async () => {
  await fetch('http://127.0.0.1:' + server.address().port).catch(tell)
  server.close()
  server.closeAllConnections()
})`,
}

describe('a redirected program', () => {
  test.each(Object.entries(CONNECTIONS))(
    'cannot connect to the provider by %s, and gets an error that says why',
    async (_, text) => {
      const { stdout, stderr } = await programs.run('NODE_OPTIONS', { 'app.mjs': IMPORTS + text })
      expect(JSON.parse(stdout)).toEqual(REFUSED)
      expect(programs.reached()).toBe(0)
      expect(stderr).toMatch(/^galla: refused a connection to api\.phonepe\.com\.?/im)
    },
  )

  test('cannot connect when it was started with the option --import', async () => {
    const text = `${IMPORTS}${CONNECTIONS['HTTP/2']}`
    const { stdout } = await programs.run('--import', { 'app.mjs': text })
    expect(JSON.parse(stdout)).toEqual(REFUSED)
    expect(programs.reached()).toBe(0)
  })

  test.each([
    ['lookup', `import { lookup } from 'node:dns'\nlookup('api.phonepe.com', tell)`],
    ['lookup with options', `import dns from 'node:dns'\ndns.lookup('api.phonepe.com', { all: true }, tell)`],
    ['resolve4', `import { resolve4 } from 'node:dns'\nresolve4('api.phonepe.com', tell)`],
    ['resolve', `import { resolve } from 'node:dns'\nresolve('api.phonepe.com', 'A', tell)`],
    ['a resolver', `import { Resolver } from 'node:dns'\nnew Resolver().resolve6('api.phonepe.com', tell)`],
    ['lookup of promises', `import { lookup } from 'node:dns/promises'\nawait lookup('api.phonepe.com').catch(tell)`],
    [
      'resolve4 of promises',
      `import { resolve4 } from 'node:dns/promises'\nawait resolve4('api.phonepe.com').catch(tell)`,
    ],
    [
      'a resolver of promises',
      `import dns from 'node:dns/promises'\nawait new dns.Resolver().resolve('api.phonepe.com').catch(tell)`,
    ],
  ])('cannot resolve a name of the provider by %s', async (_, text) => {
    const { stdout } = await programs.run('NODE_OPTIONS', { 'app.mjs': `import { tell } from './shared.mjs'\n${text}` })
    expect(JSON.parse(stdout)).toEqual(REFUSED)
  })

  test('reaches other hosts by all of these', async () => {
    const { stdout, stderr } = await programs.run('NODE_OPTIONS', {
      'app.mjs': `import { lookup as find } from 'node:dns'
import { lookup as promised } from 'node:dns/promises'
import { createServer, connect } from 'node:net'
import { promisify } from 'node:util'
const { request } = await import('undici')
console.log((await request(process.env.GALLA_SANDBOX)).statusCode)
console.log((await promisify(find)('127.0.0.1')).address, (await promised('127.0.0.1')).family)
const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1', () => {
  let text = ''
  connect(server.address().port, '127.0.0.1', () => console.log('connected')).on('data', (data) => { text += data }).on('end', () => { console.log(text); server.close() })
})`,
    })
    expect(stdout.split('\n')).toEqual(['418', '127.0.0.1 4', 'connected', 'hello', ''])
    expect(stderr).not.toContain('refused')
  })
})
