import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Order } from '@galla/contract/gateway-api/orders'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { email } from '../../src/notifications/email.ts'
import type { Notification } from '../../src/notifications/notifier.ts'

/** Connects to this machine, but is none of its names: the notifier takes it for another machine. */
const OTHER_HOST = '0.0.0.0'

const folder = mkdtempSync(join(tmpdir(), 'galla-smtp-'))
let tls: { key: Buffer; cert: Buffer }
const servers: SMTPServer[] = []
const passwords: string[] = []
const mails: string[] = []

beforeAll(() => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=mail.example', '-addext', 'subjectAltName=DNS:mail.example']
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names]
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert], { stdio: 'pipe' })
  tls = { key: readFileSync(key), cert: readFileSync(cert) }
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  passwords.length = 0
  mails.length = 0
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve))
})

/** @param disabledCommands `STARTTLS`: what a client sees when somebody on the way removes the offer. */
async function startServer(disabledCommands: string[] = []): Promise<number> {
  const server = new SMTPServer({
    ...tls,
    allowInsecureAuth: true,
    disabledCommands,
    onAuth({ password }, _, done) {
      passwords.push(password)
      done(null, { user: 'shop' })
    },
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  // A client that refuses the certificate ends the connection.
  server.on('error', () => {})
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.server.address() as AddressInfo).port
}

const notification = {
  event: 'order.completed',
  sentAtMs: 0,
  notificationId: 'order:order-1:completed:email',
  atMs: 0,
  order: { merchantOrderId: 'order-1', reference: 'cart-7', amount: 49_900, resolution: 'fulfil' } as Order,
} satisfies Notification

const createNotifier = (smtp: string) =>
  email({ smtp, from: 'payments@shop.example', shop: 'Tea stall', to: () => ({ address: 'payer@example.net' }) })

const urlOf = (host: string, port: number, query = '') => `smtp://shop:mail-password@${host}:${port}${query}`
const trusted = () => `?tls.servername=mail.example&tls.ca=${encodeURIComponent(tls.cert.toString())}`

describe('mail to an SMTP server on another machine', () => {
  it('is not sent, nor is the password, when STARTTLS was removed on the way', async () => {
    const port = await startServer(['STARTTLS'])
    await expect(createNotifier(urlOf(OTHER_HOST, port)).notify(notification)).rejects.toThrow(/STARTTLS/)
    await expect(createNotifier(urlOf(OTHER_HOST, port, trusted())).notify(notification)).rejects.toThrow(/STARTTLS/)
    expect([passwords, mails]).toEqual([[], []])
  })

  it('is not sent to a server whose certificate is not trusted', async () => {
    const port = await startServer()
    await expect(createNotifier(urlOf(OTHER_HOST, port)).notify(notification)).rejects.toThrow(/certificate/)
    expect([passwords, mails]).toEqual([[], []])
  })

  it('is sent by STARTTLS to a server whose certificate is trusted', async () => {
    const port = await startServer()
    await createNotifier(urlOf(OTHER_HOST, port, trusted())).notify(notification)
    expect([passwords, mails.length]).toEqual([['mail-password'], 1])
  })

  it.each([
    'smtp://shop:mail-password@mail.example/?ignoreTLS=true',
    'smtp://shop:mail-password@mail.example?opportunisticTLS=true',
    'smtp://shop:mail-password@mail.example:587?name=shop&requireTLS=false',
    'smtp://shop:mail-password@mail.example?requireTLS=true&requireTLS=false',
    'smtp://shop:mail-password@mail.example?tls.rejectUnauthorized=false',
    'smtps://shop:mail-password@mail.example?tls.rejectUnauthorized=0',
    'smtp://shop:mail-password@localhost?service=Maildev&ignoreTLS=true',
    'smtp://shop:mail-password@127.0.0.1?proxy=http://proxy.example:3128&ignoreTLS=true',
  ])('is refused at the start with %s', (smtp) => {
    expect(() => createNotifier(smtp)).toThrow(/^smtp is on another machine, so it needs TLS .*remove \S+ from its URL/)
    expect(() => createNotifier(smtp)).not.toThrow(/mail-password/)
  })

  it.each([
    'mail.example',
    'direct:',
    'smtp:///?host=mail.example',
    'smtp://shop:mail#password@mail.example',
    'http://a',
  ])('is refused at the start when it is no URL of an SMTP server: %s', (smtp) => {
    expect(() => createNotifier(smtp)).toThrow(/^smtp must be a URL such as/)
    expect(() => createNotifier(smtp)).not.toThrow(/mail#password/)
  })
})

it.each(['?ignoreTLS=true', '?tls.rejectUnauthorized=false'])(
  'a notifier whose mail goes to a private host with %s names the host, which createGateway refuses unless it is allowed',
  (query) => {
    const { hostWithoutTls } = createNotifier(`smtp://shop:mail-password@mailpit:1025${query}`)
    expect(hostWithoutTls).toBe('mailpit')
    expect(createNotifier('smtp://shop:mail-password@mailpit:1025').hostWithoutTls).toBeUndefined()
  },
)

it('mail is sent in clear to a server on this machine', async () => {
  const port = await startServer(['STARTTLS'])
  await createNotifier(urlOf('127.0.0.1', port)).notify(notification)
  await createNotifier(urlOf('localhost', port, '?ignoreTLS=true')).notify(notification)
  expect([passwords, mails.length]).toEqual([['mail-password', 'mail-password'], 2])
})
