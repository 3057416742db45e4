import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningPostgres } from '@galla/postgres'
import { ask } from './place.ts'

/** The server's own word on where its data lies. */
export async function dataOf(server: Pick<RunningPostgres, 'connection'>): Promise<string> {
  const [row] = await ask<{ data: string }>(server, `select current_setting('data_directory') as data`)
  return row?.data ?? ''
}

export async function pidOf(server: Pick<RunningPostgres, 'connection'>): Promise<number> {
  return Number.parseInt(readFileSync(join(await dataOf(server), 'postmaster.pid'), 'utf8'), 10)
}

/** One that has ended and waits for its parent to notice does not run. */
export function isRunning(pid: number): boolean {
  const state = execFileSync('ps', ['-e', '-o', 'pid=,stat='], { encoding: 'utf8' })
  return new RegExp(`^\\s*${pid} [^Z]`, 'm').test(state)
}

/** Processes that the server has started: one a connection, and its own helpers. */
export const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))

/** Whatever names the folder on its command line: its server, and those who watch over it. */
export const processesOf = (folder: string): string[] =>
  execFileSync('ps', ['-ww', '-e', '-o', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && !/^\s*\d+ Z/.test(line))
