import { CONSOLE_PASSWORD, type Process } from './processes.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const sessions = new WeakMap<Process, Promise<{ cookie: string; csrf: string }>>()

async function logIn({ gateway }: Process): Promise<{ cookie: string; csrf: string }> {
  const response = await gateway.admin.fetch(
    new Request(`${ORIGIN}/api/session`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ password: CONSOLE_PASSWORD }),
    }),
    { address: '127.0.0.1' },
  )
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  return { cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '', csrf: csrfToken }
}

/** A person's request in the console of one process. @throws Error with the console's code, or when the process is killed */
export function callConsole(process: Process, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const died = process.life.died.then(() => {
    throw new Error('the console was killed')
  })
  return Promise.race([send(process, method, path, body), died])
}

async function send(process: Process, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const opened = sessions.get(process) ?? logIn(process)
  sessions.set(process, opened)
  const { cookie, csrf } = await opened
  const response = await process.gateway.admin.fetch(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: { origin: ORIGIN, 'content-type': 'application/json', cookie, 'x-csrf-token': csrf },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    { address: '127.0.0.1' },
  )
  const answer = (await response.json()) as { code?: string }
  // The clock has moved on: the proof of the login is too old.
  if (answer.code === 'PROOF_REQUIRED') {
    await send(process, 'POST', '/session/proof', { password: CONSOLE_PASSWORD })
    return send(process, method, path, body)
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.code}`)
  return answer
}
