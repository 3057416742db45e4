import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from './listen.ts'

const hello = () => new Response('hello')
const isRoot = process.geteuid?.() === 0
const OTHER_USER = 65_534

let folder: string
let socket: string
const servers: Listening[] = []
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'galla-'))
  socket = join(folder, 'a.sock')
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  rmSync(folder, { recursive: true })
})

async function start(path = socket): Promise<Listening> {
  const server = await listen(hello, { socket: path })
  servers.push(server)
  return server
}

const read = (socketPath: string) =>
  new Promise<string>((resolve, reject) => {
    request({ socketPath, path: '/' }, (response) => resolve(text(response)))
      .on('error', reject)
      .end()
  })

/** The socket of a server that was killed. */
async function leaveStaleSocket(): Promise<void> {
  const server = await listen(hello, { socket })
  linkSync(socket, join(folder, 'kept'))
  await server.close()
  linkSync(join(folder, 'kept'), socket)
}

describe('listen on a Unix socket', () => {
  it('answers there, names it in its URL, and removes it at the end', async () => {
    const server = await start()
    expect(server.url).toBe(`http://unix:${socket}`)
    expect(await read(socket)).toBe('hello')
    await server.close()
    expect(existsSync(socket)).toBe(false)
  })

  it.each([0o000, 0o022, 0o077])('lets its user and group connect, whatever the umask: %o', async (umask) => {
    const before = process.umask(umask)
    try {
      await start()
      expect(lstatSync(socket).mode & 0o777).toBe(0o660)
      expect(process.umask()).toBe(umask)
    } finally {
      process.umask(before)
    }
  })

  it('replaces the socket of a server that was killed', async () => {
    await leaveStaleSocket()
    await expect(read(socket)).rejects.toThrow('ECONNREFUSED')
    await start()
    expect(await read(socket)).toBe('hello')
  })

  it('refuses the socket of a server that runs, which goes on', async () => {
    await start()
    await expect(listen(hello, { socket })).rejects.toThrow(`Another server listens on ${socket}. Stop it`)
    expect(await read(socket)).toBe('hello')
  })

  it('refuses and keeps what is no socket', async () => {
    writeFileSync(socket, 'notes')
    await expect(listen(hello, { socket })).rejects.toThrow(`${socket} exists and is not a socket`)
    rmSync(socket)
    symlinkSync(join(folder, 'elsewhere'), socket)
    await expect(listen(hello, { socket })).rejects.toThrow(`${socket} exists and is not a socket`)
  })

  it.runIf(isRoot)('refuses the socket of another user', async () => {
    await leaveStaleSocket()
    chownSync(socket, OTHER_USER, OTHER_USER)
    await expect(listen(hello, { socket })).rejects.toThrow(`${socket} belongs to another user (65534)`)
  })

  it.each([0o775, 0o707, 0o1777])('refuses a folder that others may write to: %o', async (mode) => {
    chmodSync(folder, mode)
    await expect(listen(hello, { socket })).rejects.toThrow(`Other users may write to ${folder}. Run: chmod go-w`)
    expect(existsSync(socket)).toBe(false)
  })

  it('refuses a folder that others may rename, and one that does not exist', async () => {
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    chmodSync(folder, 0o777)
    await expect(listen(hello, { socket: join(inner, 'a.sock') })).rejects.toThrow(`may write to ${folder}.`)
    await expect(listen(hello, { socket: join(folder, 'none', 'a.sock') })).rejects.toThrow(/none does not exist/)
  })

  it('refuses a link in the path to a folder that others may write to', async () => {
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    chmodSync(inner, 0o777)
    symlinkSync(inner, join(folder, 'link'))
    await expect(listen(hello, { socket: join(folder, 'link', 'a.sock') })).rejects.toThrow(`may write to ${inner}.`)
  })

  it.runIf(isRoot)('refuses a folder of another user, and one behind a link or below a folder of theirs', async () => {
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    chownSync(folder, OTHER_USER, OTHER_USER)
    const refusal = `${folder} belongs to another user (65534)`
    await expect(listen(hello, { socket })).rejects.toThrow(refusal)
    await expect(listen(hello, { socket: join(inner, 'a.sock') })).rejects.toThrow(refusal)
    const own = mkdtempSync(join(realpathSync(tmpdir()), 'galla-'))
    symlinkSync(inner, join(own, 'link'))
    await expect(listen(hello, { socket: join(own, 'link', 'a.sock') })).rejects.toThrow(refusal)
    rmSync(own, { recursive: true })
  })
})
