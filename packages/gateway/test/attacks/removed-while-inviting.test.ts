import type { Invitation, User } from '@galla/contract/gateway-api/users'
import { expect, it } from 'vitest'
import type { Gateway } from '../../src/index.ts'
import { CONSOLE_PASSWORD, logInAt, postToConsole, setupConsoles } from '../helpers/console-gateway.ts'

const { createTestGateway } = setupConsoles()
const OWN = 'a phrase of the owner'
const ROUNDS = 20

/** Requests of a person, who has logged in at one gateway and sends them to any. */
async function logIn(gateway: Gateway, name: string, password: string) {
  const headers = await logInAt(gateway, { name, password })
  return (path: string, body: object, to = gateway) => postToConsole(to, path, body, headers)
}

async function openConsoles() {
  const failures: unknown[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => failures.push(line) }
  const testGateway = await createTestGateway({ gateway: { console: { password: CONSOLE_PASSWORD }, log } })
  const { gateway } = testGateway
  const other = await testGateway.replica()
  const admin = await logIn(gateway, 'admin', CONSOLE_PASSWORD)
  const invite = async (name: string, role: string) => {
    const { user, token } = (await (await admin('/users', { name, role })).json()) as Invitation
    await postToConsole(gateway, '/invitations/accept', { token, password: OWN })
    return user
  }
  return { failures, gateway, other, admin, invite }
}

it('an admin who makes links in several requests at once can be disabled on another replica, and nothing fails', async () => {
  const { failures, gateway, other, admin, invite } = await openConsoles()
  await invite('a third admin', 'admin')
  const invited = await invite('vera', 'viewer')
  const statuses = new Set<number>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { userId, name } = await invite(`mallory ${'x'.repeat(round)}`, 'admin')
    const asMallory = await logIn(gateway, name, OWN)
    let made = 0
    let several = () => {}
    const inProgress = new Promise<void>((resolve) => {
      several = resolve
    })
    const loops = Array.from({ length: 6 }, async () => {
      for (;;) {
        const { status } = await asMallory(`/users/${invited.userId}/invite`, {}, other)
        statuses.add(status)
        made += 1
        if (made === 12) several()
        if (status !== 200) return
      }
    })
    await inProgress
    const disabled = await admin(`/users/${userId}/change`, { disabled: true })
    expect([disabled.status, ((await disabled.json()) as User).state]).toEqual([200, 'disabled'])
    await Promise.all(loops)
  }
  expect([...statuses].filter((status) => ![200, 401, 403].includes(status))).toEqual([])
  expect(failures).toEqual([])
})

it('two admins who made links for each other can be disabled at the same time, and nothing fails', async () => {
  const { failures, gateway, other, admin, invite } = await openConsoles()
  const [anna, bert] = [await invite('anna', 'admin'), await invite('bert', 'admin')]
  const statuses: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [asAnna, asBert] = [await logIn(gateway, 'anna', OWN), await logIn(gateway, 'bert', OWN)]
    await asAnna(`/users/${bert.userId}/invite`, {})
    await asBert(`/users/${anna.userId}/invite`, {})
    const disabled = await Promise.all([
      admin(`/users/${anna.userId}/change`, { disabled: true }),
      admin(`/users/${bert.userId}/change`, { disabled: true }, other),
    ])
    statuses.push(...disabled.map(({ status }) => status))
    for (const { userId } of [anna, bert]) await admin(`/users/${userId}/change`, { disabled: false })
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(failures).toEqual([])
})
