import { expect, it } from 'vitest'
import { CONSOLE_PASSWORD, ORIGIN, setupConsoles } from '../helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

it('a login whose entry of the audit log cannot be written opens no session', async () => {
  const { testGateway } = await createGatewayWithConsole()
  const { rows, gateway } = testGateway
  const openSessions = () => rows('select "sessionId" from galla.sessions order by 1')
  const before = await openSessions()
  await rows(`create function galla.refuse() returns trigger language plpgsql as 'begin raise exception $$no$$; end'`)
  await rows('create trigger refuse before insert on galla.audit execute function galla.refuse()')
  const response = await gateway.admin.fetch(
    new Request(`${ORIGIN}/api/session`, {
      method: 'POST',
      body: JSON.stringify({ password: CONSOLE_PASSWORD }),
      headers: { 'content-type': 'application/json' },
    }),
    { address: '127.0.0.1' },
  )
  expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
  expect(await openSessions()).toEqual(before)
})
