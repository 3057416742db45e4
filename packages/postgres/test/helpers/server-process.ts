import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningPostgres } from '@galla/postgres'
import { query } from './test-servers.ts'

/** The data folder, as the server reports it. */
export async function dataOf(server: Pick<RunningPostgres, 'connection'>): Promise<string> {
  const [row] = await query<{ data: string }>(server, `select current_setting('data_directory') as data`)
  return row?.data ?? ''
}

export async function pidOf(server: Pick<RunningPostgres, 'connection'>): Promise<number> {
  return Number.parseInt(readFileSync(join(await dataOf(server), 'postmaster.pid'), 'utf8'), 10)
}

/** A zombie does not count as running. */
export function isRunning(pid: number): boolean {
  const state = execFileSync('ps', ['-e', '-o', 'pid=,stat='], { encoding: 'utf8' })
  return new RegExp(`^\\s*${pid} [^Z]`, 'm').test(state)
}

/** Child processes of a server: one per connection, and its background workers. */
export const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))

/** Processes that have the folder on their command line: its server and the watchers. */
export const processesOf = (folder: string): string[] =>
  execFileSync('ps', ['-ww', '-e', '-o', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && !/^\s*\d+ Z/.test(line))
