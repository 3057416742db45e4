import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type RunningPostgres, startPostgres } from '@galla/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Service {
  command?: readonly string[]
  environment?: { [name: string]: string }
}

const { services } = parse(readFileSync(join(import.meta.dirname, 'deploy/compose.development.yml'), 'utf8')) as {
  services: { sandbox: Service; gateway: Service; app: Service }
}
const GALLA = join(import.meta.dirname, '../packages/cli/bin/galla.mjs')

/** Two machines of one network: that of the sandbox, and that of app, gateway and database. */
const MACHINES = {
  sandbox: { namespace: `galla-${process.pid}-a`, link: 'toapp', address: '10.213.7.1' },
  app: { namespace: `galla-${process.pid}-b`, link: 'tosandbox', address: '10.213.7.2' },
} as const
type Machine = keyof typeof MACHINES
const HOSTS = `127.0.0.1 localhost
${MACHINES.sandbox.address} sandbox attacker.example
${MACHINES.app.address} gateway app database
`

const ip = (line: string) => execFileSync('ip', line.split(' '), { stdio: 'pipe' })

/** Programs see a hosts file of their own, for which `ip netns exec` mounts over /etc/hosts. */
function mayMakeNamespaces(): boolean {
  const namespace = `galla-${process.pid}-try`
  if (process.platform !== 'linux' || spawnSync('ip', ['netns', 'add', namespace]).status !== 0) return false
  const tried = spawnSync('ip', ['netns', 'exec', namespace, 'true'])
  spawnSync('ip', ['netns', 'del', namespace])
  return tried.status === 0
}

function connectMachines(): void {
  for (const { namespace } of Object.values(MACHINES)) {
    ip(`netns add ${namespace}`)
    mkdirSync(`/etc/netns/${namespace}`, { recursive: true })
    writeFileSync(`/etc/netns/${namespace}/hosts`, HOSTS)
  }
  const { sandbox, app } = MACHINES
  ip(`link add ${sandbox.link} netns ${sandbox.namespace} type veth peer name ${app.link} netns ${app.namespace}`)
  for (const { namespace, link, address } of Object.values(MACHINES)) {
    ip(`-n ${namespace} addr add ${address}/30 dev ${link}`)
    for (const name of ['lo', link]) ip(`-n ${namespace} link set ${name} up`)
  }
}

const isPossible = mayMakeNamespaces()
const processes: ChildProcess[] = []
let folder: string
let postgres: RunningPostgres | undefined

/** Runs Node on a machine. `ip netns exec` replaces itself by the program. */
function runOn(machine: Machine, args: readonly string[], env: { [name: string]: string } = {}) {
  const child = spawn('ip', ['netns', 'exec', MACHINES[machine].namespace, process.execPath, ...args], {
    env: { PATH: process.env.PATH, ...env },
  })
  processes.push(child)
  const lines: string[] = []
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line))
  const errors = text(child.stderr)
  /** The first line that fits. */
  const line = (fits: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((one) => fits.test(one))
        if (found !== undefined) resolve(found)
      }
      look()
      output.on('line', look)
      output.once('close', async () => reject(new Error(`no line fits ${fits}:\n${lines.join('\n')}\n${await errors}`)))
    })
  return { child, line }
}

/** Status and body of a request that a program on the machine makes, as one line. */
const statusOn = (machine: Machine, url: string, host?: string) => {
  const headers = JSON.stringify(host === undefined ? {} : { host })
  const program = `require('node:http').get(${JSON.stringify(url)}, { headers: ${headers} }, (response) => {
    let body = ''
    response.on('data', (chunk) => { body += chunk }).on('end', () => console.log(response.statusCode + ' ' + body.slice(0, 400).replaceAll('\\n', ' ')))
  })`
  return runOn(machine, ['-e', program]).line(/^\d{3} /)
}

beforeAll(async () => {
  if (!isPossible) return
  folder = mkdtempSync(join(tmpdir(), 'galla-containers-'))
  connectMachines()
  postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false })
})
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await postgres?.stop()
  if (!isPossible) return
  for (const { namespace } of Object.values(MACHINES)) {
    ip(`netns del ${namespace}`)
    rmSync(`/etc/netns/${namespace}`, { recursive: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts what `compose.development.yml` starts. The database is that of the test, by a relay that listens as `database`. */
async function startServices(server: RunningPostgres) {
  const { host, port, user, database } = server.connection
  const app = runOn('app', [join(import.meta.dirname, 'containers-app.mjs')], {
    ...services.app.environment,
    DATABASE_SOCKET: `${host}/.s.PGSQL.${port}`,
  })
  const [, , ...line] = services.sandbox.command ?? []
  const sandbox = runOn('sandbox', [GALLA, ...line])
  await Promise.all([app.line(/"ready"/), sandbox.line(/^Sandbox listening on http:\/\/sandbox:4500$/)])
  const given = services.gateway.environment ?? {}
  const url = given.GALLA_DATABASE ?? ''
  const gateway = runOn('app', [GALLA, 'gateway'], {
    ...given,
    GALLA_HOST: '0.0.0.0',
    GALLA_DATABASE: url.replace('//galla:', `//${user}:`).replace(/\/galla$/, `/${database}`),
    // The address of the machine on which a browser opens the published ports.
    GALLA_HOSTS_WITHOUT_TLS: (given.GALLA_HOSTS_WITHOUT_TLS ?? '').replace('172.28.0.1', MACHINES.sandbox.address),
  })
  await gateway.line(/^Gateway listening/)
  return { app, sandbox, gateway }
}

describe('a shop, the gateway and the sandbox on machines of their own', () => {
  it('call each other by the names and options of compose.development.yml: payment, callback and event arrive', async (ctx) => {
    if (!postgres) return ctx.skip('needs root on Linux, with ip netns')
    const { app } = await startServices(postgres)

    app.child.stdin.write('order-1')
    const started = JSON.parse(await app.line(/"started"/))
    expect(started).toMatchObject({ started: 200, state: 'PENDING' })
    expect(started.redirectUrl).toMatch(/^http:\/\/localhost:4500\/transact\//)
    const pay = runOn('app', [GALLA, 'pay', 'order-1', '--sandbox', 'http://sandbox:4500'])
    expect(await pay.line(/callback/)).toMatch(/checkout\.order\.completed {2}order-1 {2}→ your app: 200 /)
    expect(JSON.parse(await app.line(/"event"/))).toEqual({
      event: 'order.completed',
      order: 'order-1',
      host: 'app:3000',
    })

    // A browser on the machine of the containers opens localhost; a name that nobody allowed is refused.
    expect(await statusOn('sandbox', started.redirectUrl)).toMatch(/^(?:200|503) /)
    expect(await statusOn('app', 'http://attacker.example:4500/_sandbox/health')).toMatch(
      /^403 .*--allow-host attacker\.example/,
    )
    expect(await statusOn('sandbox', 'http://gateway:4600/admin/api/session', 'localhost:4600')).toMatch(
      /^401 .*NO_SESSION/,
    )
  }, 120_000)

  it.each([
    ['PRODUCTION', 'GALLA_HOSTS_WITHOUT_TLS is for SANDBOX only'],
    ['SANDBOX', 'GALLA_PROVIDER_URL must be an https URL.* in GALLA_HOSTS_WITHOUT_TLS: sandbox'],
  ])('are refused by the gateway in %s without the option', async (environment, message) => {
    const named = environment === 'PRODUCTION' ? {} : { GALLA_HOSTS_WITHOUT_TLS: '' }
    const { stderr, status } = spawnSync(process.execPath, [GALLA, 'gateway'], {
      env: { PATH: process.env.PATH, ...services.gateway.environment, GALLA_ENVIRONMENT: environment, ...named },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})
