import { readFileSync } from 'node:fs'

/** User and system time of a process with all its threads. Linux counts it in hundredths of a second; elsewhere it is not a number. */
export function cpuSeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
