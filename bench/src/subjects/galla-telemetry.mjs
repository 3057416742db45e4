import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const CAPACITY = 20_000
const EVENT = { eventName: 'PAY_SUCCESS', eventTime: 0, data: {} }
/** A clock that does not move, so that nothing is sent while the queue is measured. */
const PORTS = {
  clock: { now: () => 0, tick: () => 0, setTimer: () => undefined, clearTimer: () => undefined },
  warn: () => undefined,
}

/** The telemetry collector, measured at the same point as the official publisher: adding one finished event. */
export async function prepare() {
  const createTelemetry = await compileTelemetry()
  const collector = () =>
    createTelemetry({ serialize: JSON.stringify, send: async () => 'sent' }, PORTS, () => undefined)
  const full = collector()
  for (let turn = 0; turn < CAPACITY; turn += 1) full.add(EVENT)
  return {
    enqueueFull(count) {
      for (let turn = 0; turn < count; turn += 1) full.add(EVENT)
    },
    enqueueEmpty(count) {
      let queue = collector()
      for (let turn = 0; turn < count; turn += 1) {
        if (turn % CAPACITY === 0) queue = collector()
        queue.add(EVENT)
      }
    },
  }
}

async function compileTelemetry() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../packages/sdk/src/telemetry/telemetry.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['galla-source'],
  })
  const { createTelemetry } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  return createTelemetry
}
