import { Agent, get } from 'node:http'
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
    get(server.url, { agent }, (reply) => reply.resume().on('end', resolve)).on('error', reject)
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
