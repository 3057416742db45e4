import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type RunningPostgres, startPostgres } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'deploy', name), 'utf8')
const GALLA = join(import.meta.dirname, '../packages/cli/bin/galla.mjs')

interface Variables {
  readonly [name: string]: string
}

/** The processes that a file starts: the arguments of `galla` and the variables that the file sets, with secrets as files. */
interface Start {
  readonly args: readonly string[]
  readonly env: Variables
}

interface Service {
  command?: readonly string[]
  environment: Variables
  volumes?: readonly string[]
}

const servers: RunningPostgres[] = []
let sandbox: ServedSandbox
let folder: string
/** With a short path whatever TMPDIR is: that of a socket may have 103 bytes. */
let volumes: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galla-deploy-'))
  volumes = mkdtempSync('/tmp/galla-')
  sandbox = await serveSandbox({ port: 0 })
})
afterAll(async () => {
  await sandbox.close()
  for (const server of servers) await server.stop()
  for (const path of [folder, volumes]) rmSync(path, { recursive: true, force: true })
})

/** A server, and a folder of secrets. `socketAt` is where the gateway sees the server's socket. */
async function prepare(name: string, socketAt = (socket: string) => socket): Promise<string> {
  const server = await startPostgres({ folder: join(folder, `${name}-postgres`), durable: false })
  servers.push(server)
  const { host, port, user, database } = server.connection
  const secrets = {
    client_secret: 'a secret',
    callback_password: 'two cups 2',
    merchant_key: 'the-key-of-the-shop-0123456789abcdef',
    database_url: `postgres://${user}@/${database}?host=${socketAt(host)}&port=${port}`,
  }
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, secret] of Object.entries(secrets)) writeFileSync(join(path, file), `${secret}\n`)
  return path
}

const galla = ({ args, env }: Start) =>
  spawn(process.execPath, [GALLA, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, GALLA_PROVIDER_URL: sandbox.url, GALLA_LOG_LEVEL: 'warn', ...env },
  })

async function runToEnd(start: Start) {
  const process = galla(start)
  const [output, errors] = [text(process.stdout), text(process.stderr)]
  const [code] = await once(process, 'exit')
  return { code, output: await output, errors: await errors }
}

/** @param url as the gateway prints it: `http://127.0.0.1:4600` or `http://unix:/run/galla/gateway.sock` */
const statusOf = (url: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const [, socketPath] = /^http:\/\/unix:(.*)$/.exec(url) ?? []
    const target = socketPath === undefined ? new URL(path, url) : { socketPath, path }
    get(target, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

/** Starts the gateway, waits until it is ready, stops it as a supervisor does. */
async function startAndStop(start: Start) {
  const address = start.env.GALLA_SOCKET === undefined ? { GALLA_PORT: '0', GALLA_HOST: '127.0.0.1' } : {}
  const gateway = galla({ ...start, env: { ...start.env, ...address } })
  const errors = text(gateway.stderr)
  const ended = once(gateway, 'exit')
  let output = ''
  gateway.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const ready = vi.waitFor(
    async () => {
      const [, url = ''] = /listening on (\S+):/.exec(output) ?? []
      expect(await statusOf(url, '/readyz')).toBe(200)
    },
    { timeout: 40_000, interval: 100 },
  )
  await Promise.race([ready, ended])
  gateway.kill('SIGTERM')
  const [code] = await ended
  return { code, errors: await errors }
}

const DONE = { code: 0, errors: '' }

describe('what the files of a deployment start', () => {
  it('galla.service: the gateway becomes ready with its credentials and stops on SIGTERM', async () => {
    const path = await prepare('service')
    const unit = sample('galla.service')
    const given = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name)
    const env = Object.fromEntries(
      [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value.replace('%d', path),
      ]),
    )
    const { GALLA_SOCKET = '', ...secrets } = env
    expect(
      Object.values(secrets)
        .map((file) => file.replace(`${path}/`, ''))
        .sort(),
    ).toEqual(given.sort())
    const [, runtime] = /^RuntimeDirectory=(.*)$/m.exec(unit) ?? []
    expect(dirname(GALLA_SOCKET)).toBe(`/run/${runtime}`)
    const listening = { GALLA_SOCKET: GALLA_SOCKET.replace(`/run/${runtime}`, volumes) }
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node node_modules\/galla\/bin\/galla\.mjs (.*)$/m.exec(unit) ?? []
    // The file /etc/galla/environment is the user's.
    const own = { GALLA_ENVIRONMENT: 'SANDBOX', GALLA_CLIENT_ID: 'tea-stall', GALLA_CALLBACK_USERNAME: 'tea_stall' }
    expect(await startAndStop({ args: command.split(' '), env: { ...own, ...env, ...listening } })).toEqual(DONE)
  })

  it('compose.yml: the migration ends, then the gateway becomes ready, through the volumes that the services share', async () => {
    const { services } = parse(sample('compose.yml')) as {
      services: { database: Service; migrate: Service; gateway: Service }
    }
    const socketVolume = ({ volumes = [] }: Service) =>
      volumes.find((volume) => volume.endsWith(':/var/run/postgresql'))?.split(':')[0] ?? 'none'
    const path = await prepare('compose', (socket) => {
      // The server's socket is in the volume that the service of the database has at this place.
      symlinkSync(socket, join(volumes, socketVolume(services.database)))
      return join(volumes, socketVolume(services.gateway))
    })
    const start = ({ environment, command = ['node', 'node_modules/galla/bin/galla.mjs', 'gateway'] }: Service) => ({
      args: command.slice(2),
      env: Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, value.replace('/run/secrets', path)]),
      ),
    })
    expect(await runToEnd(start(services.migrate))).toMatchObject(DONE)
    expect(await startAndStop(start(services.gateway))).toEqual(DONE)
  })

  it('Procfile: the release phase migrates, and the web process becomes ready', async () => {
    const path = await prepare('procfile')
    const lines = sample('Procfile').matchAll(/^(\w+): (.*)npx galla (.*)$/gm)
    const [release, web] = [...lines].map(([, , variables = '', command = '']) => ({
      args: command.split(' '),
      env: {
        // The platform sets them.
        GALLA_ENVIRONMENT: 'SANDBOX',
        GALLA_CLIENT_ID: 'tea-stall',
        GALLA_CLIENT_SECRET_FILE: join(path, 'client_secret'),
        GALLA_CALLBACK_USERNAME: 'tea_stall',
        GALLA_CALLBACK_PASSWORD_FILE: join(path, 'callback_password'),
        GALLA_DATABASE_FILE: join(path, 'database_url'),
        ...Object.fromEntries(
          variables
            .trim()
            .split(' ')
            .filter(Boolean)
            .map((one) => one.split('=')),
        ),
      },
    })) as [Start, Start]
    expect(await runToEnd(release)).toMatchObject(DONE)
    expect(await startAndStop(web)).toEqual(DONE)
  })
})
