import { missingGatewayBuild, startDatabaseServer } from '../database/server.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atLeast, atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

/** Durable writes: the gateway beside the bare driver, each with 20 connections to the same PostgreSQL. */
const OPS = { receive: 'durable callbacks', start: 'orders started', complete: 'orders completed' }

const TARGETS = {
  receive: { 1: { speed: 0.7 }, 64: { speed: 1 } },
  start: { 64: { speed: 0.6, cpu: 2 } },
  complete: { 64: { speed: 0.6, cpu: 2 } },
}

/** Subjects; each has a database of its own. */
const SUBJECTS = {
  gateway: { subject: 'gateway-writes', title: 'Galla' },
  bare: { subject: 'bare-pg', title: 'bare pg, the same rows in the same tables' },
  least: { subject: 'least-pg', title: 'bare pg, one row and nothing verified' },
  unindexed: {
    subject: 'bare-pg',
    title: 'bare pg, a table without our indexes',
    fill: withoutIndexes,
    only: ['receive'],
  },
}

export async function* writes({ quick, provider }) {
  const missing = missingGatewayBuild()
  if (missing) {
    yield row('Gateway on PostgreSQL', 'speed: Galla / bare pg', undefined, '×', atLeast(0.7), missing)
    return
  }
  const server = await startDatabaseServer({ durable: true })
  const subjects = []
  const inputOf = async (name, fill) => {
    const connection = JSON.parse(await server.createDatabase(name, fill))
    return JSON.stringify({ connection, origin: provider.origin })
  }
  try {
    for (const [name, { subject, fill }] of Object.entries(SUBJECTS))
      subjects.push({ ...(await startSubject(subject, await inputOf(name, fill))), name })
    for (const concurrency of [1, 64]) {
      for (const op of Object.keys(OPS)) yield* await measure({ server, subjects, op, concurrency, quick })
    }
  } finally {
    await Promise.all(subjects.map(({ stop }) => stop()))
    await server.stop()
  }
}

async function measure({ server, subjects, op, concurrency, quick }) {
  const participants = subjects.filter(({ name }) => (SUBJECTS[name].only ?? [op]).includes(op))
  // Rounds of 100 callbacks, which take 30 ms, would measure how a process that was idle gets going again.
  const count = concurrency === 1 && op !== 'receive' ? 100 : 1_000
  const turns = quick ? 5 : 21
  const run = async ({ name, send }) => {
    const before = await server.cpuSeconds(name)
    const { wallMs, cpuUs } = await send({ job: 'calls', op, count, concurrency })
    return { wallMs, allCpuUs: cpuUs + ((await server.cpuSeconds(name)) - before) * 1e6 }
  }
  // An order must be started before it can be completed.
  const prepare = ({ send }) => send({ job: 'calls', op: 'start', count, concurrency: 64 })
  if (op === 'complete') await rounds(participants, turns + 1, prepare)
  await rounds(participants, 1, run)
  return rowsOf(await rounds(participants, turns, run), op, concurrency, count)
}

const speed = ({ wallMs }) => 1 / wallMs
const allCpu = ({ allCpuUs }) => allCpuUs

function rowsOf(results, op, concurrency, count) {
  const group = `Gateway on PostgreSQL: ${OPS[op]}, concurrency ${concurrency}`
  const { speed: leastSpeed, cpu: mostCpu } = TARGETS[op][concurrency] ?? {}
  const shown = [...results].map(([name, runs]) => {
    const perSecond = runs.map(({ wallMs }) => (count * 1_000) / wallMs)
    const note = `${Math.min(...perSecond).toFixed(0)}–${Math.max(...perSecond).toFixed(0)} over ${runs.length} rounds`
    return row(group, SUBJECTS[name].title, median(perSecond), '/s', undefined, note)
  })
  const against = (name, title, speedTarget, cpuTarget) => [
    row(group, `speed: Galla / ${title}`, medianRatio(results, 'gateway', name, speed), '×', speedTarget),
    row(
      group,
      `CPU including PostgreSQL: Galla / ${title}`,
      medianRatio(results, 'gateway', name, allCpu),
      '×',
      cpuTarget,
    ),
  ]
  return [
    ...shown,
    ...against('bare', 'bare pg', leastSpeed && atLeast(leastSpeed), mostCpu && atMost(mostCpu)),
    ...against('least', 'bare pg, one row'),
    ...(results.has('unindexed') ? against('unindexed', 'bare pg without indexes') : []),
  ]
}

async function withoutIndexes(client) {
  const { rows } = await client.query(
    `select indexrelid::regclass as name from pg_index where indrelid = 'galla.callbacks'::regclass and not indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
}
