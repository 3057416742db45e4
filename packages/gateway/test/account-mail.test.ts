import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountMail } from '../src/notifications/email.ts'
import { CONSOLE_PASSWORD, logInAt, postToConsole, setupConsoles } from './helpers/console-gateway.ts'

const { createTestGateway } = setupConsoles()

interface Received {
  readonly to: readonly string[]
  readonly text: string
}

const received: Received[] = []
let isRefused = false
let server: SMTPServer
let smtp: string

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, done) => done(isRefused ? new Error('no such mailbox') : undefined),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        // Lines that quoted-printable, or a header, has folded.
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: text.replaceAll('=\r\n', '').replaceAll(/\r\n[ \t]/g, ' '),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtp = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
beforeEach(() => {
  received.length = 0
  isRefused = false
})

const NAME = 'asha@shop.example'
const OWN = 'a cup of masala tea'

/** A user who has set a password, and the browser in which that was done. */
async function open(logged: string[] = []) {
  const accountNotifier = accountMail({ smtp, from: 'Tea stall <payments@shop.example>', shop: 'Tea stall' })
  const log = {
    info() {},
    warn() {},
    error: (fields: object, text: string) => void logged.push(JSON.stringify([text, fields])),
  }
  const { gateway, sandbox } = await createTestGateway({
    gateway: { console: { password: CONSOLE_PASSWORD, accountNotifier }, log },
  })
  const { token } = await gateway.users.invite({ name: NAME, role: 'admin' })
  const accepted = await postToConsole(gateway, '/invitations/accept', { token, password: OWN })
  const cookie = accepted.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { gateway, sandbox, cookie }
}

const arrived = async (count: number): Promise<readonly Received[]> => {
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 })
  return received
}
const subjects = () => received.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '').sort()

describe('a person whose name is a mail address', () => {
  it('gets a mail about a password that was set with a link, with the time in India and the address, and without a secret', async () => {
    const { sandbox } = await open()
    const mails = await arrived(2)
    expect(subjects()).toEqual([
      'Somebody logged in to your account on a new device (Tea stall)',
      'The password of your account was changed (Tea stall)',
    ])
    const india = new Date(Number(sandbox.clock.now()) + 19_800_000).toISOString().slice(0, 16).replace('T', ' ')
    for (const { to, text } of mails) {
      expect(to).toEqual([NAME])
      expect(text).toContain(`Time in India: ${india}`)
      expect(text).toContain('Address: 127.0.0.1')
      expect(text).toContain('Set another password under Your account')
      for (const secret of [OWN, CONSOLE_PASSWORD]) expect(text).not.toContain(secret)
      expect(text).not.toMatch(/https?:|<a /)
    }
  })

  it('gets a mail about a login on a new device, and none about one in a known browser', async () => {
    const { gateway, cookie } = await open()
    await arrived(2)
    received.length = 0
    const known = await postToConsole(gateway, '/session', { name: NAME, password: OWN }, { cookie })
    expect(known.status).toBe(200)
    await postToConsole(gateway, '/session', { name: NAME, password: OWN }, { 'user-agent': 'Firefox\t<b>140' })
    const [mail] = await arrived(1)
    expect(mail?.text).toContain('Browser: Firefox <b>140')
    expect(mail?.text).toContain('Firefox &lt;b&gt;140')
    expect(received).toHaveLength(1)
  })

  it('gets a mail about the own change of the password, about a link that an admin made, and about a second factor that was turned off', async () => {
    const { gateway } = await open()
    await arrived(2)
    const session = await logInAt(gateway, { name: NAME, password: OWN })
    await arrived(3)
    received.length = 0
    await postToConsole(gateway, '/account/password', { current: OWN, password: `${OWN} with milk` }, session)
    await gateway.users.link(NAME)
    await gateway.users.removeSecondFactor(NAME)
    const mails = await arrived(3)
    expect(subjects()).toEqual([
      'A link to set a new password was made for your account (Tea stall)',
      'The password of your account was changed (Tea stall)',
      'The second factor of your account was turned off (Tea stall)',
    ])
    expect(mails.filter(({ text }) => text.includes('Done by: program'))).toHaveLength(2)
  })
})

it('a login succeeds when the mail server refuses the mail, which is logged without the address', async () => {
  isRefused = true
  const logged: string[] = []
  const { gateway } = await open(logged)
  const session = await logInAt(gateway, { name: NAME, password: OWN })
  expect(session['x-csrf-token']).not.toBe('')
  await vi.waitFor(() => expect(logged.length).toBeGreaterThanOrEqual(3), { timeout: 10_000 })
  expect(logged.join()).toContain('message about a change of an account was not sent')
  expect(logged.join()).not.toContain(NAME)
})

it('a user whose name is no mail address gets no mail, and nothing fails', async () => {
  const { gateway } = await open()
  await arrived(2)
  received.length = 0
  await logInAt(gateway, { password: CONSOLE_PASSWORD })
  await gateway.users.link(NAME)
  expect((await arrived(1)).map(({ to }) => to)).toEqual([[NAME]])
})

it.each([
  [{}, 'console.accountNotifier must have a method notify()'],
  [{ notify: async () => {}, hostWithoutTls: 'mailpit' }, 'console.accountNotifier reaches mailpit without TLS'],
])('an account notifier %j is refused when the gateway is made', async (accountNotifier, message) => {
  const console = { password: CONSOLE_PASSWORD, accountNotifier } as never
  await expect(createTestGateway({ gateway: { console } })).rejects.toThrow(message)
})
