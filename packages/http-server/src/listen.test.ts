import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const hello = () => new Response('hello')

test('listens on a free port of 127.0.0.1 and returns its URL', async () => {
  const server = await listen(hello)
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  expect(await (await fetch(server.url)).text()).toBe('hello')
  await server.close()
  await expect(fetch(server.url)).rejects.toThrow()
})

test('rejects with the port when it is in use, or takes a free one with fallbackToFreePort', async () => {
  const first = await listen(hello)
  await expect(listen(hello, { port: first.port })).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is in use`)
  const second = await listen(hello, { port: first.port, fallbackToFreePort: true })
  expect(second.port).not.toBe(first.port)
  await Promise.all([first.close(), second.close()])
})

test('close() does not wait for idle keep-alive connections', async () => {
  const server = await listen(hello, { graceMs: 60_000 })
  const agent = new Agent({ keepAlive: true })
  await new Promise<void>((resolve, reject) => {
    get(server.url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject)
  })
  await server.close()
  agent.destroy()
})

test('close() ends running requests after graceMs, and can be called twice', async () => {
  const server = await listen(() => new Promise<Response>(() => {}), { graceMs: 20 })
  const hanging = fetch(server.url)
  hanging.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 50))
  await Promise.all([server.close(), server.close()])
  await expect(hanging).rejects.toThrow()
})

test('closes a connection that sends more than 16 requests without waiting for an answer', async () => {
  let requests = 0
  const server = await listen(() => {
    requests += 1
    return new Promise<Response>(() => {})
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(200))
  await closed
  expect(requests).toBe(16)
  await server.close()
})

test.each(['content-length: 10', 'transfer-encoding: chunked'])(
  'answers 417 to an expectation that it does not know, and closes without waiting for the body: %s',
  async (body) => {
    const server = await listen(hello)
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\nexpect: foo\r\n${body}\r\n\r\n`)
    // A connection that waits for the body would end with a 408 too.
    expect((await text(socket)).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 417'])
    await server.close()
  },
)

test('closes the connection of a client that stops reading the response', async () => {
  let cancelled = (): void => {}
  const ended = new Promise<void>((resolve) => {
    cancelled = resolve
  })
  const server = await listen(
    () =>
      new Response(
        new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1 << 20)), cancel: () => cancelled() }),
      ),
    { stalledMs: 100 },
  )
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await ended
  socket.destroy()
  await server.close()
})

test('answers any number of requests of one connection one after another', async () => {
  const server = await listen(hello)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; n < 40; n += 1) {
    const status = await new Promise((resolve, reject) => {
      get(server.url, { agent }, (response) => response.resume().on('end', () => resolve(response.statusCode))).on(
        'error',
        reject,
      )
    })
    expect(status).toBe(200)
  }
  agent.destroy()
  await server.close()
})

test.each([
  ['/payments/../admin', 400],
  ['/payments/%2E%2e/admin', 400],
  ['/payments/.%2e', 400],
  ['/payments/./callbacks', 400],
  ['/admin/..%2fpayments/x', 400],
  ['/admin/api/orders/%2E.%2F..%2f..%2fpayments/x', 400],
  ['/admin%2f..%5Cpayments', 400],
  ['/payments/..?x', 400],
  ['/.well-known/..a/a..', 200],
  ['/payments?next=/../x', 200],
  ['/payments?next=..%2fx', 200],
  ['/a..%2fx..%2f...', 200],
])('answers %s with %i: what a proxy reads as one path is no other path here', async (path, status) => {
  const server = await listen(hello)
  const socket = connect(server.port, '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  await server.close()
})

test.each([
  ['localhost:8080', 200],
  ['[::1]', 200],
  ['shop.example', 200],
  ['1.1.1.256', 400],
  ['localhost:99999', 400],
])('answers the host %s with %i: one that no URL can have is not an error of the server', async (host, status) => {
  const server = await listen(hello)
  const socket = connect(server.port, '127.0.0.1')
  socket.end(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  await server.close()
})

test.each(['*', 'http://[::bad/', 'http://1.1.1.256/', 'ftp://localhost/x'])(
  'answers POST %s with 400 and closes the connection, without waiting for the body',
  async (target) => {
    const server = await listen(hello)
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`POST ${target} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
    await server.close()
  },
)
