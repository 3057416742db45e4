import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProvider, startSubject } from '../lib/processes.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { runCalls } from '../lib/run-calls.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const SUBJECTS = ['official', 'bare-http', 'galla', 'galla-undici']
/** Compared with the bare client in rounds of these alone. */
const CLOSE = ['bare-http', 'galla', 'galla-undici']
const OPS = { status: 'order status (GET)', pay: 'pay (POST)' }
const COUNT = 2_000
const CONCURRENCY = 64

/** Calls over HTTPS on kept connections, 64 at a time; the certificate is made by openssl for this run. */
export async function* tls({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'galla-bench-'))
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  try {
    makeCertificate(files)
  } catch (error) {
    rmSync(folder, { recursive: true })
    yield row(
      'TLS',
      'CPU: Galla / bare node:https',
      undefined,
      '×',
      undefined,
      `openssl does not run: ${error.message}`,
    )
    return
  }
  const provider = await startProvider(files)
  const started = []
  try {
    for (const name of SUBJECTS)
      started.push(await startSubject(name, provider.origin, [], { NODE_EXTRA_CA_CERTS: files.cert }))
    const subjects = started.filter(({ missing }) => !missing)
    const runOf = (op) => runCalls({ op, count: COUNT, concurrency: CONCURRENCY })
    for (const op of Object.keys(OPS)) await rounds(subjects, 2, runOf(op))
    for (const [op, label] of Object.entries(OPS)) {
      const run = runOf(op)
      const results = await rounds(subjects, quick ? 4 : 15, run)
      const close = await rounds(
        subjects.filter(({ name }) => CLOSE.includes(name)),
        quick ? 9 : 41,
        run,
      )
      yield* rowsOf(`TLS, ${label}, concurrency ${CONCURRENCY}`, subjects, results, close)
    }
  } finally {
    await Promise.all(started.map(({ stop }) => stop?.()))
    await provider.stop()
    rmSync(folder, { recursive: true })
  }
}

function makeCertificate({ key, cert }) {
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '2', ...curve, ...name, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
}

function rowsOf(group, subjects, results, close) {
  const cpu = ({ cpuUs }) => cpuUs
  return [
    ...subjects.map(({ name }) => {
      const label = name === 'bare-http' ? 'bare node:https' : name
      return row(group, `${label}: CPU per call`, median(results.get(name).map((run) => run.cpuUs / COUNT)), 'µs')
    }),
    row(group, 'CPU: Galla / official', medianRatio(results, 'galla', 'official', cpu), '×', atMost(0.2)),
    row(group, 'CPU: Galla / bare node:https', medianRatio(close, 'galla', 'bare-http', cpu), '×', atMost(1.1)),
    row(group, 'CPU: Galla with undici / bare node:https', medianRatio(close, 'galla-undici', 'bare-http', cpu), '×'),
    row(group, 'CPU: Galla with undici / Galla', medianRatio(close, 'galla-undici', 'galla', cpu), '×'),
  ]
}
