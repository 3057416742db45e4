import type { Cluster } from './cluster.ts'
import type { Machine } from './machines.ts'

/** Something that happens to a cluster. Nobody helps. */
export interface Fault {
  /** After "when". */
  readonly name: string
  /** Strikes. The returned function ends the fault, as the end of a power cut does; without a function the fault ends by itself. */
  strike(cluster: Cluster): Promise<(() => void) | undefined>
  /** How long the fault lasts, milliseconds. */
  readonly lastsMs: number
  /** True when nothing can work until the fault ends: the service is expected back from then on. */
  readonly stopsAll?: boolean
}

const found = (machine: Machine | undefined): Machine => {
  if (!machine) throw new Error('The cluster has no such machine')
  return machine
}

async function powerCycle(machine: Machine): Promise<() => void> {
  await machine.powerOff()
  return () => machine.powerOn()
}

export const FAULTS: readonly Fault[] = [
  {
    name: "the primary's PostgreSQL is killed",
    async strike(cluster) {
      found(await cluster.primary()).kill('postgres')
      return undefined
    },
    lastsMs: 0,
  },
  {
    name: "the primary's machine loses its power and starts half a minute later",
    strike: async (cluster) => powerCycle(found(await cluster.primary())),
    lastsMs: 30_000,
  },
  {
    name: "the primary's machine is frozen for a minute",
    async strike(cluster) {
      const machine = found(await cluster.primary())
      machine.freeze()
      return machine.thaw
    },
    lastsMs: 60_000,
  },
  {
    name: "the primary's machine is cut off in both directions",
    async strike(cluster) {
      const machine = found(await cluster.primary())
      machine.cut()
      return machine.mend
    },
    lastsMs: 30_000,
  },
  {
    name: 'the primary is cut off from the other database machines, and the gateways reach it',
    async strike(cluster) {
      const machine = found(await cluster.primary())
      machine.cut(cluster.databases.filter((one) => one !== machine).map(({ address }) => address))
      return machine.mend
    },
    lastsMs: 30_000,
  },
  {
    name: "the primary's disk is full",
    async strike(cluster) {
      const machine = found(await cluster.primary())
      cluster.fillDisk(machine)
      return () => cluster.clearDisk(machine)
    },
    lastsMs: 30_000,
  },
  {
    name: "etcd's leader is lost",
    async strike(cluster) {
      return found(await cluster.etcdLeader()).stopService('etcd')
    },
    lastsMs: 20_000,
  },
  {
    name: 'the machine of the synchronous standby is lost',
    strike: async (cluster) => powerCycle(found(await cluster.standby())),
    lastsMs: 30_000,
  },
  {
    name: 'HAProxy of one gateway and PgBouncer of the other are killed',
    async strike({ apps }) {
      found(apps[0]).kill('haproxy')
      found(apps[1]).kill('pgbouncer')
      return undefined
    },
    lastsMs: 0,
  },
  {
    name: 'the switch between all machines is off for twenty seconds',
    async strike({ network }) {
      network.setSwitch('down')
      return () => network.setSwitch('up')
    },
    lastsMs: 20_000,
    stopsAll: true,
  },
]
