import { expect, it } from 'vitest'
import { CONSOLE_PASSWORD, postToConsole, setupConsoles } from '../helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

it('a login whose entry of the audit log cannot be written opens no session', async () => {
  const { testGateway } = await createGatewayWithConsole()
  const { rows, gateway } = testGateway
  const openSessions = () => rows('select "sessionId" from galla.sessions order by 1')
  const before = await openSessions()
  await rows(`create function galla.refuse() returns trigger language plpgsql as 'begin raise exception $$no$$; end'`)
  await rows('create trigger refuse before insert on galla.audit execute function galla.refuse()')
  const response = await postToConsole(gateway, '/session', { password: CONSOLE_PASSWORD })
  expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
  expect(await openSessions()).toEqual(before)
})
