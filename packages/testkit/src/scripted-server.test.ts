import { Agent, request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as answers from './scripted-answers.ts'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const get = (path: string): Promise<Response> => fetch(server.origin + path)
const post = (path: string, body: string): Promise<Response> => fetch(server.origin + path, { method: 'POST', body })

/** GET with node:http, because fetch hides the codes of connection errors. */
function plainGet(path: string, agent: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(server.origin + path, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    outgoing.on('error', reject).end()
  })
}

describe('startScriptedServer', () => {
  it('listens on 127.0.0.1 and records requests unchanged', async () => {
    server.otherwise(answers.json(200, { ok: true }, { 'x-answer': 'yes' }))
    const response = await fetch(`${server.origin}/a/b?details=false&details=false`, {
      method: 'POST',
      headers: { 'X-Source': 'API' },
      body: '{"note":"ünïcode ₹"}',
    })
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([response.status, response.headers.get('x-answer'), await response.json()]).toEqual([
      200,
      'yes',
      { ok: true },
    ])
    const [seen] = server.requests
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/a/b?details=false&details=false',
      path: '/a/b',
      query: 'details=false&details=false',
    })
    expect(seen?.headers['x-source']).toBe('API')
    expect(seen?.text).toBe('{"note":"ünïcode ₹"}')
    expect(seen?.json()).toEqual({ note: 'ünïcode ₹' })
  })

  it('parses form fields', async () => {
    server.otherwise(answers.noContent())
    await post(
      '/v1/oauth/token',
      new URLSearchParams({ client_id: 'a b', grant_type: 'client_credentials' }).toString(),
    )
    expect(server.requests[0]?.form()).toEqual({ client_id: 'a b', grant_type: 'client_credentials' })
  })

  it('uses the answers in order and repeats the last one', async () => {
    server.on('GET /x', answers.empty(500), answers.empty(429), answers.empty(200))
    const statuses = []
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await get('/x')).status)
    expect(statuses).toEqual([500, 429, 200, 200])
  })

  it('matches the method, and one segment per placeholder', async () => {
    server.on('GET /order/{id}/status', answers.empty(200))
    expect((await get('/order/a%2Fb/status?x=1')).status).toBe(200)
    expect((await get('/order/a/b/status')).status).toBe(501)
    expect((await get('/order//status')).status).toBe(501)
    expect((await post('/order/a/status', '')).status).toBe(501)
    expect(server.requestsTo('GET /order/{id}/status').map(({ path }) => path)).toEqual(['/order/a%2Fb/status'])
  })

  it('replies 501 without a script, and rejects a malformed route', async () => {
    expect(await (await get('/nowhere')).json()).toEqual({
      code: 'NOTHING_SCRIPTED',
      message: 'The script has no answer for GET /nowhere',
    })
    expect(() => server.on('/pay', answers.empty(200))).toThrow(/method, a space and a path/)
  })

  it('counts connections', async () => {
    server.otherwise(answers.json(200, {}))
    const agent = new Agent({ keepAlive: true })
    await plainGet('/', agent)
    await plainGet('/', agent)
    expect(server.connections).toBe(1)
    agent.destroy()
  })

  it('can be closed twice and refuses connections afterwards', async () => {
    await server.close()
    await server.close()
    await expect(get('/')).rejects.toThrow()
  })
})

describe('answers', () => {
  it('sends bytes, HTML and empty bodies', async () => {
    server.on(
      'GET /raw',
      answers.raw(200, new Uint8Array([0xff, 0xfe]), { 'content-type': 'application/octet-stream' }),
    )
    server.on('GET /html', answers.html(502)).on('GET /empty', answers.empty(503)).on('GET /204', answers.noContent())
    expect(new Uint8Array(await (await get('/raw')).arrayBuffer())).toEqual(new Uint8Array([0xff, 0xfe]))
    const page = await get('/html')
    expect([page.status, page.headers.get('content-type'), (await page.text()).startsWith('<html>')]).toEqual([
      502,
      'text/html',
      true,
    ])
    expect(await (await get('/empty')).text()).toBe('')
    const none = await get('/204')
    expect([none.status, none.headers.get('content-length')]).toEqual([204, null])
  })

  it('sends ten megabytes of valid JSON', async () => {
    server.otherwise(answers.large())
    const text = await (await get('/')).text()
    expect(text.length).toBeGreaterThan(10 * 1024 * 1024)
    expect(Object.keys(JSON.parse(text))).toEqual(['padding'])
  })

  it('truncates a reply in its body', async () => {
    server.otherwise(answers.truncated('{"orderId":'))
    const response = await get('/')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('sends a body in chunks after its headers', async () => {
    server.otherwise(answers.slow(['{"a"', ':1}'], 1))
    expect(await (await get('/')).json()).toEqual({ a: 1 })
  })

  it('resets the connection before and after reading the body', async () => {
    server.on('GET /before', answers.resetBeforeReading()).on('POST /after', answers.resetAfterReading())
    const agent = new Agent()
    await expect(plainGet('/before', agent)).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect(post('/after', 'whole body')).rejects.toThrow()
    expect(server.requests.map(({ text }) => text)).toEqual(['', 'whole body'])
  })

  it('hangs until the client aborts, and does not delay close()', async () => {
    server.otherwise(answers.hang())
    const stop = new AbortController()
    const hanging = fetch(server.origin, { signal: stop.signal })
    const still = fetch(server.origin)
    while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await expect(hanging).rejects.toThrow(/abort/i)
    await Promise.all([server.close(), expect(still).rejects.toThrow()])
  })

  it('aborts a slow body when the server closes', async () => {
    server.otherwise(answers.slow(['a', 'b'], 3_600_000))
    const response = await get('/')
    await Promise.all([server.close(), expect(response.text()).rejects.toThrow()])
  })

  it('closes the connection after the reply, with and without connection: close', async () => {
    server
      .on('GET /closing', answers.closing(answers.json(200, {})))
      .on('GET /dropping', answers.dropping(answers.json(200, {})))
    const announced = await get('/closing')
    expect(announced.headers.get('connection')).toBe('close')
    const silent = await get('/dropping')
    expect(silent.headers.get('connection')).toBe('keep-alive')
    expect(await silent.json()).toEqual({})
    await get('/closing')
    expect(server.connections).toBe(3)
  })

  it('holds a reply until release()', async () => {
    const gate = answers.held(answers.json(200, { late: true }))
    server.otherwise(gate.answer)
    const both = Promise.all([get('/1'), get('/2')])
    while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
    gate.release()
    expect((await both).map(({ status }) => status)).toEqual([200, 200])
    expect((await get('/3')).status).toBe(200)
  })
})
