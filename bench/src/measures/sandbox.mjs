import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, startSubject } from '../lib/processes.mjs'
import { atLeast, atMost, row } from '../lib/rows.mjs'
import { median } from '../lib/statistics.mjs'

const GROUP = 'Sandbox, as `galla sandbox --port 0 --json`'
const at = (path) => fileURLToPath(new URL(`../../../packages/${path}`, import.meta.url))
const BUILT = ['cli/dist/main.mjs', 'sandbox/dist/index.mjs']

export async function sandbox({ quick }) {
  const unbuilt = BUILT.find((path) => !existsSync(at(path)))
  const missing = unbuilt && `packages/${unbuilt} is not built`
  const ready = missing ? undefined : await readyTimes(quick ? 5 : 15)
  const load = missing ? undefined : await payLoad(quick)
  return [
    row(
      GROUP,
      'from the command to the ready line',
      ready && median(ready),
      'ms',
      atMost(300, ' ms'),
      missing ?? `fastest ${Math.min(...ready).toFixed(0)} ms`,
    ),
    row(
      GROUP,
      'pay calls per second of one core',
      load && median(load.map(({ perCpuSecond }) => perCpuSecond)),
      '/s',
      atLeast(5_000, ' /s'),
      missing ?? notes(load),
    ),
  ]
}

function notes(load) {
  const perSecond = median(load.map((run) => run.perSecond))
  return `calls / CPU seconds of the sandbox; ${perSecond.toFixed(0)} /s by the clock, with the caller on the same machine; last of ${load.length} rounds: ${load.at(-1).perCpuSecond.toFixed(0)} /s`
}

async function readyTimes(times) {
  const measured = []
  for (let turn = 0; turn < times; turn += 1) {
    const before = performance.now()
    const running = await startSandbox()
    measured.push(performance.now() - before)
    await running.stop()
  }
  return measured
}

async function payLoad(quick) {
  const running = await startSandbox()
  const caller = await startSubject('sandbox-load', running.origin)
  try {
    const count = quick ? 3_000 : 10_000
    const run = async () => {
      const before = cpuSeconds(running.pid)
      const { wallMs } = await caller.send({ job: 'calls', op: 'pay', count, concurrency: 32 })
      return { perSecond: (count * 1_000) / wallMs, perCpuSecond: count / (cpuSeconds(running.pid) - before) }
    }
    await run()
    const runs = []
    for (let turn = 0; turn < (quick ? 3 : 7); turn += 1) runs.push(await run())
    return runs
  } finally {
    await caller.stop()
    await running.stop()
  }
}

function startSandbox() {
  const child = spawn(process.execPath, [at('cli/bin/galla.mjs'), 'sandbox', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGKILL')
    return exited
  }
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`The sandbox exited with code ${code} before it was ready`)))
    child.stdout.on('data', (chunk) => {
      output += chunk
      const line = output.split('\n')[0]
      if (output.includes('\n')) resolve({ origin: JSON.parse(line).ready.provider, pid: child.pid, stop })
    })
  })
}
