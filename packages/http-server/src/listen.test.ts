import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const hello = () => new Response('hello')

test('listens on loopback, on a free port, and says where', async () => {
  const server = await listen(hello)
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  expect(await (await fetch(server.url)).text()).toBe('hello')
  await server.close()
  await expect(fetch(server.url)).rejects.toThrow()
})

test('a taken port is refused by name, or left for a free one when asked', async () => {
  const first = await listen(hello)
  await expect(listen(hello, { port: first.port })).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is taken`)
  const second = await listen(hello, { port: first.port, fallbackToFreePort: true })
  expect(second.port).not.toBe(first.port)
  await Promise.all([first.close(), second.close()])
})

test('an idle keep-alive connection does not hold the close back', async () => {
  const server = await listen(hello, { graceMs: 60_000 })
  const agent = new Agent({ keepAlive: true })
  await new Promise<void>((resolve, reject) => {
    get(server.url, { agent }, (reply) => reply.resume().on('end', resolve)).on('error', reject)
  })
  await server.close()
  agent.destroy()
})

test('a call under way is cut when the grace is over; closing twice is one close', async () => {
  const server = await listen(() => new Promise<Response>(() => {}), { graceMs: 20 })
  const hanging = fetch(server.url)
  hanging.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 50))
  await Promise.all([server.close(), server.close()])
  await expect(hanging).rejects.toThrow()
})
