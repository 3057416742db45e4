import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A proxy with TLS in front of a server on this machine, as in production. */
export interface HttpsFront {
  /** `https://localhost:…` */
  readonly origin: string
  /** Sends what comes from now on to a server, with its `Host`. */
  passTo(origin: string): void
  close(): Promise<void>
}

/** Starts the proxy with a certificate of its own, which a browser accepts with `ignoreHTTPSErrors`. */
export async function startHttpsFront(): Promise<HttpsFront> {
  let target = ''
  const server = createServer(certificate(), (incoming, outgoing) => {
    const { method, headers } = incoming
    const passed = request(new URL(incoming.url ?? '/', target), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
      outgoing.on('close', () => reply.destroy())
    })
    incoming.pipe(passed.on('error', () => outgoing.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    passTo(origin) {
      target = origin
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'galla-https-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true, force: true })
  return pair
}
