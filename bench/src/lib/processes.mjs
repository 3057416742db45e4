import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** Sends messages to a child process, which answers one at a time. */
function sender(child) {
  return (message) =>
    new Promise((resolve, reject) => {
      const onExit = (code) => reject(new Error(`${child.spawnargs.slice(1).join(' ')} ended with code ${code}`))
      child.once('exit', onExit)
      child.once('message', (reply) => {
        child.off('exit', onExit)
        if (reply.failed) reject(new Error(reply.failed))
        else resolve(reply)
      })
      if (message) child.send(message)
    })
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })
}

/** @param {{ key: string, cert: string }} [tls] files of a key and a certificate for 127.0.0.1 */
export async function startProvider(tls) {
  const child = fork(at('provider.mjs'), tls ? [tls.key, tls.cert] : [])
  const send = sender(child)
  const { origin } = await send()
  return {
    origin,
    /** Number of tokens issued since the last call. */
    tokens: async () => (await send({})).tokens,
    /** Makes the next `count` calls fail with 401. */
    refuse: (count) => send({ refuse: count }),
    stop: () => stop(child),
  }
}

/** Starts a subject in a process of its own. Returns `{ name, missing }` with the reason when its package is not built. */
export async function startSubject(name, origin, execArgv = [], env = {}) {
  const child = fork(at('worker.mjs'), [name, origin], {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const send = sender(child)
  const { missing } = await send()
  if (missing) {
    await stop(child)
    return { name, missing }
  }
  return { name, send, stop: () => stop(child) }
}

/** User and system time of a process and all its threads, in seconds with a resolution of 10 ms. NaN on systems other than Linux. */
export function cpuSeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
