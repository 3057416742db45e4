import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a script in a shell in which `curl` records its arguments and prints `answer`. */
export function shell(
  script: string,
  env: { [name: string]: string },
  answer = '',
): { curl: string[]; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'galla-shell-'))
  const file = join(folder, 'arguments')
  const curl = `curl() { printf '%s\\0' "$@" > "$ARGUMENTS"; printf '%s' "$ANSWER"; }\n`
  const { PATH = '' } = process.env
  try {
    const output = execFileSync('sh', ['-eu', '-c', curl + script], {
      env: { PATH, ARGUMENTS: file, ANSWER: answer, ...env },
      encoding: 'utf8',
    })
    return { curl: readFileSync(file, 'utf8').split('\0').slice(0, -1), output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The request that curl would send for these arguments. */
export function requestOf(curl: readonly string[]): {
  url: string
  init: RequestInit & { headers: [string, string][] }
} {
  const values = (...flags: string[]) => curl.filter((_, at) => flags.includes(curl[at - 1] ?? ''))
  const headers = values('--header').map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(line) ?? []
    return [name, value]
  })
  const form = values('--data-urlencode').map((field): [string, string] => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(field) ?? []
    return [name, value]
  })
  const [data] = values('--data')
  const [method = ''] = values('--request')
  const url = curl.find((one) => /^https?:/.test(one)) ?? ''
  const body = form.length > 0 ? new URLSearchParams(form) : data
  return { url, init: { method, headers, ...(body === undefined ? {} : { body }) } }
}
