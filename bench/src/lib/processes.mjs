import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const at = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** A child process that answers one message at a time. */
function ask(child) {
  return (message) =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`${child.spawnargs.slice(1).join(' ')} ended with code ${code}`))
      child.once('exit', ended)
      child.once('message', (reply) => {
        child.off('exit', ended)
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

export async function startProvider() {
  const child = fork(at('provider.mjs'))
  const tell = ask(child)
  const { origin } = await tell()
  return {
    origin,
    /** Tokens handed out since the last question. */
    tokens: async () => (await tell({})).tokens,
    refuse: (count) => tell({ refuse: count }),
    stop: () => stop(child),
  }
}

/** A subject in a process of its own; undefined, with the reason, when there is nothing built to measure. */
export async function startSubject(name, origin, execArgv = []) {
  const child = fork(at('worker.mjs'), [name, origin], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const tell = ask(child)
  const { missing } = await tell()
  if (missing) {
    await stop(child)
    return { name, missing }
  }
  return { name, tell, stop: () => stop(child) }
}
