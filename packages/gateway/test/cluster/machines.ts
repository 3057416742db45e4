import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A process that its machine starts again when it ends, as systemd does with `Restart=always`. */
interface Service {
  readonly name: string
  readonly user: string
  readonly command: readonly string[]
}

/** A machine: a network namespace, with a cable to the switch, and the processes in it. */
export interface Machine {
  readonly name: string
  readonly address: string
  /** Folder of its own. */
  readonly folder: string
  start(service: Service): void
  /** SIGKILL of the service, whose process is not started again until the returned function is called. */
  stopService(name: string): () => void
  /** Process ids of this machine whose command line has the text; all without a text. */
  pids(text?: string): number[]
  /** SIGKILL of the processes whose command line has the text. */
  kill(text: string): void
  /** SIGKILL of every process: the power is gone. */
  powerOff(): Promise<void>
  /** Every service that was started runs again. */
  powerOn(): void
  /** No process of it runs until `thaw`; its network card still takes packets. */
  freeze(): void
  thaw(): void
  /** Drops what the machine and these addresses send each other, all addresses without any, until `mend`. */
  cut(addresses?: readonly string[]): void
  mend(): void
  /** Standard output of a command inside the machine. Rejects when the command fails. */
  run(command: readonly string[]): Promise<string>
}

export interface Network {
  readonly folder: string
  addMachine(name: string, address: string): Promise<Machine>
  /** The switch between all machines loses its power, or gets it back. */
  setSwitch(state: 'up' | 'down'): void
  close(): Promise<void>
}

/** Pause before a service is started again. Milliseconds. */
const RESTART_MS = 1_000

const execute = promisify(execFile)
const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })

/** Machines on a switch of their own: nothing of them is in the network of the host. Needs root. */
export async function createNetwork(): Promise<Network> {
  const id = `galla-${randomUUID().slice(0, 6)}`
  // Short: sockets of PostgreSQL are in it. Other users enter it.
  const folder = await mkdtemp(join(tmpdir(), 'ha-'))
  execFileSync('chmod', ['755', folder])
  const machines: Machine[] = []
  const namespaces = [id]
  ip('netns', 'add', id)
  ip('-n', id, 'link', 'add', 'switch', 'type', 'bridge')
  ip('-n', id, 'link', 'set', 'switch', 'up')
  return {
    folder,
    async addMachine(name, address) {
      const namespace = `${id}-${name}`
      ip('netns', 'add', namespace)
      namespaces.push(namespace)
      ip('-n', id, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      ip('-n', id, 'link', 'set', name, 'master', 'switch', 'up')
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) ip('-n', namespace, 'link', 'set', device, 'up')
      const machine = createMachine(namespace, name, address, join(folder, name))
      await mkdir(machine.folder, { mode: 0o755 })
      machines.push(machine)
      return machine
    },
    setSwitch: (state) => void ip('-n', id, 'link', 'set', 'switch', state),
    async close() {
      for (const machine of machines) {
        machine.thaw()
        await machine.powerOff()
      }
      for (const namespace of namespaces) ip('netns', 'del', namespace)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createMachine(namespace: string, name: string, address: string, folder: string): Machine {
  const services = new Map<string, Service>()
  const inside = ['netns', 'exec', namespace]
  let isOn = true

  const start = (service: Service): void => {
    const log = createWriteStream(join(folder, `${service.name}.log`), { flags: 'a' })
    const user = ['setpriv', `--reuid=${service.user}`, `--regid=${service.user}`, '--init-groups']
    const child = spawn('ip', [...inside, ...user, ...service.command], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.once('exit', async () => {
      await pause(RESTART_MS)
      if (isOn && services.get(service.name) === service) start(service)
    })
  }
  const { ino } = statSync(join('/run/netns', namespace))
  const pids = (text = ''): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && orUndefined(() => statSync(`/proc/${name}/ns/net`).ino) === ino)
      .map(Number)
      .filter((pid) => commandLine(pid).includes(text))
  const signal = (all: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of all) {
      try {
        process.kill(pid, name)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  const nft = (rules: string): void => {
    execFileSync('ip', [...inside, 'nft', '-f', '-'], { input: rules })
  }
  return {
    name,
    address,
    folder,
    pids,
    start(service) {
      services.set(service.name, service)
      start(service)
    },
    stopService(name) {
      const service = services.get(name)
      if (!service) throw new Error(`There is no service ${name}`)
      services.delete(name)
      signal(pids(service.command.join(' ')), 'SIGKILL')
      return () => {
        services.set(name, service)
        start(service)
      }
    },
    kill: (text) => signal(pids(text), 'SIGKILL'),
    async powerOff() {
      isOn = false
      for (let left = pids(); left.length > 0; left = pids()) {
        signal(left, 'SIGKILL')
        await pause(10)
      }
    },
    powerOn() {
      isOn = true
      for (const service of services.values()) start(service)
    },
    freeze: () => signal(pids(), 'SIGSTOP'),
    thaw: () => signal(pids(), 'SIGCONT'),
    cut(addresses) {
      const chain = (direction: 'input' | 'output', device: string, field: string): string => {
        const match = addresses ? `ip ${field} { ${addresses.join(', ')} }` : `${device} != "lo"`
        return `chain ${direction} {\n type filter hook ${direction} priority 0\n ${match} drop\n}`
      }
      nft(`table inet cut {\n${chain('input', 'iifname', 'saddr')}\n${chain('output', 'oifname', 'daddr')}\n}\n`)
    },
    mend: () => nft('delete table inet cut'),
    run: async (command) => (await execute('ip', [...inside, ...command])).stdout,
  }
}

const commandLine = (pid: number): string =>
  orUndefined(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')) ?? ''

/** Undefined when the process ended meanwhile. */
function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
