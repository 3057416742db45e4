import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, type PoolConfig } from 'pg'
import { createNetwork, type Machine, type Network } from './machines.ts'

/** Three database machines with etcd, Patroni and PostgreSQL; two machines of a gateway with HAProxy and PgBouncer. */
export interface Cluster {
  readonly network: Network
  readonly databases: readonly Machine[]
  readonly apps: readonly Machine[]
  /** Where the gateway of an application machine connects. */
  addressFor(app: Machine): PoolConfig
  /** The server of one machine, whatever the network does. */
  serverOf(machine: Machine): PoolConfig
  /** The machine that Patroni names as the primary. Undefined while there is none. */
  primary(): Promise<Machine | undefined>
  /** The machine of the synchronous standby. Undefined while there is none. */
  standby(): Promise<Machine | undefined>
  /** The machine of etcd's leader. */
  etcdLeader(): Promise<Machine | undefined>
  /** Waits until a primary, a synchronous and another standby stream on one timeline. */
  whole(): Promise<void>
  fillDisk(machine: Machine): void
  clearDisk(machine: Machine): void
  close(): Promise<void>
}

const SAMPLES = new URL('../../../../docs/deploy/cluster/', import.meta.url)
const PASSWORD = 'CHANGE-ME'
const DATABASES = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
const APPS = ['10.0.0.21', '10.0.0.22']
/** Disk of one database machine. */
const DISK = '900m'
/** Less free space than this stops PostgreSQL. */
const DISK_LIMIT_MB = 48
const DISK_GUARD = fileURLToPath(new URL('disk-guard.sh', SAMPLES))

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

/** The configuration samples of the documentation, with the folders of this run. */
function sample(file: string, { name, address, folder }: Machine): string {
  return (
    readFileSync(new URL(file, SAMPLES), 'utf8')
      .replaceAll(/^(name| {2}name): pg1$/gm, `$1: ${name}`)
      // The list of all machines stays.
      .replaceAll(/^(.*(?:listen|urls|connect_address).*)10\.0\.0\.11/gm, `$1${address}`)
      .replaceAll('/var/lib/postgresql/15/galla', join(folder, 'disk/data'))
      .replaceAll('/var/lib/postgresql/patroni.pgpass', join(folder, 'pgpass'))
      .replaceAll('/var/lib/etcd/galla', join(folder, 'etcd'))
      .replaceAll('/var/run/postgresql', folder)
      .replaceAll('/etc/pgbouncer', folder)
  )
}

export async function startCluster(): Promise<Cluster> {
  const network = await createNetwork()
  const mounted: string[] = []
  const addMachines = (prefix: string, addresses: readonly string[]) =>
    Promise.all(addresses.map((address, n) => network.addMachine(`${prefix}${n + 1}`, address)))
  const databases = await addMachines('pg', DATABASES)
  const apps = await addMachines('app', APPS)

  const put = async (machine: Machine, file: string): Promise<string> => {
    const path = join(machine.folder, file)
    await writeFile(path, sample(file, machine))
    execFileSync('chown', ['postgres:', path])
    return path
  }
  const startDatabase = async (machine: Machine): Promise<void> => {
    const disk = join(machine.folder, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk])
    mounted.push(disk)
    execFileSync('chown', ['postgres:', machine.folder, disk])
    machine.start({
      name: 'etcd',
      user: 'postgres',
      command: ['etcd', '--config-file', await put(machine, 'etcd.yml')],
    })
    const patroni = ['patroni', await put(machine, 'patroni.yml')]
    machine.start({ name: 'patroni', user: 'postgres', command: [DISK_GUARD, disk, String(DISK_LIMIT_MB), ...patroni] })
  }
  const startApp = async (machine: Machine): Promise<void> => {
    execFileSync('chown', ['postgres:', machine.folder])
    await put(machine, 'userlist.txt')
    const [haproxy, pgbouncer] = [await put(machine, 'haproxy.cfg'), await put(machine, 'pgbouncer.ini')]
    machine.start({ name: 'haproxy', user: 'postgres', command: ['haproxy', '-db', '-f', haproxy] })
    machine.start({ name: 'pgbouncer', user: 'postgres', command: ['pgbouncer', pgbouncer] })
  }
  const serverOf = ({ folder }: Machine): PoolConfig => ({
    host: folder,
    port: 5432,
    user: 'galla',
    password: PASSWORD,
    database: 'galla',
  })
  /**
   * The cluster as the Patroni of each database machine sees it. A machine that was cut off sees the past for a while: what counts is
   * what most machines see.
   */
  const views = async (): Promise<readonly (readonly Member[])[]> =>
    Promise.all(
      databases.map(async (machine) => {
        const found = await ask<{ members: Member[] }>(machine, `http://${machine.address}:8008/cluster`)
        return found?.members ?? []
      }),
    )
  const machineWith = async (role: string): Promise<Machine | undefined> => {
    const seen = (await views()).map((members) => members.find((one) => one.role === role)?.name)
    return databases.find(({ name }) => seen.filter((one) => one === name).length > databases.length / 2)
  }
  const cluster: Cluster = {
    network,
    databases,
    apps,
    serverOf,
    addressFor: (app) => ({ ...serverOf(app), port: 6432 }),
    primary: () => machineWith('leader'),
    standby: () => machineWith('sync_standby'),
    async etcdLeader() {
      for (const machine of databases) {
        const status = await ask<EtcdStatus>(machine, `http://${machine.address}:2379/v3/maintenance/status`, '{}')
        if (status !== undefined && status.leader === status.header.member_id) return machine
      }
      return undefined
    },
    async whole() {
      for (;;) {
        const seen = await views()
        const leaders = new Set(seen.map((members) => members.find(({ role }) => role === 'leader')?.name))
        if (leaders.size === 1 && seen.every(isWhole)) return
        await pause(250)
      }
    },
    fillDisk({ folder }) {
      // As root: also what is kept for root. It ends when the disk is full.
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${join(folder, 'disk/filler')}`, 'bs=1M'], { stdio: 'ignore' })
      } catch {}
    },
    clearDisk: ({ folder }) => void execFileSync('rm', ['-f', join(folder, 'disk/filler')]),
    async close() {
      for (const machine of [...databases, ...apps]) {
        machine.thaw()
        await machine.powerOff()
      }
      for (const disk of mounted) execFileSync('umount', [disk])
      await network.close()
    },
  }
  try {
    await Promise.all(databases.map(startDatabase))
    await cluster.whole()
    const primary = await cluster.primary()
    if (!primary) throw new Error('The cluster has no primary')
    await createDatabase({ ...serverOf(primary), user: 'postgres', database: 'postgres' })
    await Promise.all(apps.map(startApp))
    await Promise.all(apps.map((app) => writable(cluster.addressFor(app))))
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}

function isWhole(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted()
  const isStreaming = members.every(({ state }) => state === 'running' || state === 'streaming')
  const timelines = new Set(members.map(({ timeline }) => timeline))
  return roles.join() === 'leader,replica,sync_standby' && isStreaming && timelines.size === 1
}

interface EtcdStatus {
  readonly header: { readonly member_id: string }
  readonly leader: string
}

/** Undefined without an answer. Patroni answers as JSON whatever the state is. */
async function ask<Answer>(machine: Machine, url: string, body?: string): Promise<Answer | undefined> {
  try {
    const post = body === undefined ? [] : ['--data', body]
    return JSON.parse(await machine.run(['curl', '--silent', '--max-time', '3', ...post, url])) as Answer
  } catch {
    return undefined
  }
}

async function createDatabase(server: PoolConfig): Promise<void> {
  const client = new Client(server)
  await client.connect()
  await client.query(`create role galla login password '${PASSWORD}'`)
  await client.query('create database galla owner galla')
  await client.end()
}

/**
 * Waits until an address leads to the primary alone: HAProxy takes every server for one until its first checks have ended. As many
 * connections at once as there are servers: they reach all that HAProxy takes for the primary.
 */
async function writable(server: PoolConfig): Promise<void> {
  for (;;) {
    const clients = DATABASES.map(() => new Client(server))
    const found = await Promise.allSettled(clients.map(isPrimary))
    await Promise.allSettled(clients.map((client) => client.end()))
    if (found.every((one) => one.status === 'fulfilled' && one.value)) return
    await pause(250)
  }
}

async function isPrimary(client: Client): Promise<boolean> {
  // A server that is marked as down closes the connection.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby, pg_sleep(0.1)')
  return rows[0]?.standby === false
}
