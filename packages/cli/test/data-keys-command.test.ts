import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDatabaseVariable, readGatewayEnvironment } from '../src/gateway/environment.ts'
import { outputOf } from '../src/gateway/key-command.ts'
import { PRODUCTION } from './gateway-variables.ts'

const KEY = `2026a:${Buffer.alloc(32, 1).toString('base64')}`
const OTHER = `2026b:${Buffer.alloc(32, 2).toString('base64')}`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'galla-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program with this text. */
function program(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o700)
  return path
}

const read = (command: string | undefined, more: { [name: string]: string | undefined } = {}) =>
  readGatewayEnvironment(
    { ...PRODUCTION, GALLA_DATA_KEYS: undefined, GALLA_DATA_KEYS_COMMAND: command, ...more },
    () => '',
  )

describe('GALLA_DATA_KEYS_COMMAND', () => {
  it('takes the keys from the output of a program, one a line', () => {
    const path = program('two', `echo '${KEY}'\necho '${OTHER}'`)
    expect(read(path)).toMatchObject({ problems: [], config: { dataKeys: [KEY, OTHER] } })
    expect(read(path, { GALLA_DATA_KEYS_LOST: '2025' })).toMatchObject({ problems: [] })
  })

  it('passes words, and the texts of a JSON list, to the program without a shell', () => {
    const path = program('arguments', `printf '%s\\n' "$@" > ${join(folder, 'seen')}; echo '${KEY}'`)
    const seen = () => outputOf('/bin/cat', [join(folder, 'seen')])
    expect(read(`${path} --key prod $(touch ${folder}/evil) ;`).problems).toEqual([])
    expect(seen()).toEqual({ output: `--key\nprod\n$(touch\n${folder}/evil)\n;\n` })
    expect(read(JSON.stringify([path, 'a b', '`touch evil`'])).problems).toEqual([])
    expect(seen()).toEqual({ output: 'a b\n`touch evil`\n' })
    expect(existsSync(join(folder, 'evil'))).toBe(false)
  })

  it.each([
    ['a byte order mark', (path: string) => `\uFEFF${path} prod`],
    ['a byte order mark before a JSON list', (path: string) => `\uFEFF${JSON.stringify([path, 'prod'])}`],
    ['a final line break', (path: string) => `${path} prod\n`],
    ['a final line break of Windows', (path: string) => `${path} prod\r\n`],
  ])('starts the program with its arguments, and with encryption, after %s', (_what, write) => {
    const path = program('one-argument', `[ $# -eq 1 ] && [ "$1" = prod ] && echo '${KEY}'`)
    expect(read(write(path))).toMatchObject({ problems: [], config: { dataKeys: [KEY] } })
  })

  it('does not run the program where its variable is refused', () => {
    const path = program('refused', `touch ${join(folder, 'refused-ran')}; echo '${KEY}'`)
    expect(read(`${path} `).problems).toEqual([expect.stringMatching(/^GALLA_DATA_KEYS_COMMAND ends with white space/)])
    expect(existsSync(join(folder, 'refused-ran'))).toBe(false)
  })

  it('gives the program no variable of the gateway', () => {
    const path = program('variables', `env > ${join(folder, 'env')}; echo '${KEY}'`)
    process.env.GALLA_CLIENT_SECRET = 'f00dfeed'
    try {
      read(path)
    } finally {
      delete process.env.GALLA_CLIENT_SECRET
    }
    expect(outputOf('/bin/cat', [join(folder, 'env')])).toEqual({ output: expect.not.stringContaining('GALLA_') })
  })

  it.each([
    ['an exit code', `echo '${KEY}'; echo '${OTHER}' >&2; exit 3`, 'ended with exit code 3'],
    ['a signal', `echo '${KEY}'; kill -9 $$`, 'was ended by SIGKILL'],
    ['no output', 'exit 0', 'wrote nothing'],
    ['white space', 'echo', 'wrote nothing'],
    ['too much output', 'head -c 100000 /dev/zero', 'wrote more than 65536 bytes'],
  ])('refuses the start after %s, without the output', (_what, text, reason) => {
    const { problems, config } = read(program('fails', text))
    expect(config).toBeUndefined()
    expect(problems).toEqual([`GALLA_DATA_KEYS_COMMAND names a program that ${reason}`])
  })

  it('refuses an output that is no key, without the output', () => {
    const { problems } = read(program('text', "echo 'an error page with hunter4'"))
    expect(problems).toEqual([expect.stringMatching(/^GALLA_DATA_KEYS must be keys such as/)])
    expect(problems?.join()).not.toContain('hunter4')
  })

  it('ends a program, and what holds its output open, after the time limit', () => {
    const path = program('slow', 'sleep 60 &\nsleep 60')
    expect(outputOf(path, [], 200)).toEqual({ problem: 'did not end within 0.2 s' })
  })

  it('says that a program which has ended left another one behind that holds its output open', () => {
    const path = program('leaves', `sleep 60 &\necho '${KEY}'`)
    expect(outputOf(path, [], 200)).toEqual({
      problem: expect.stringMatching(/^ended, but left a program behind that keeps its output open/),
    })
  })

  it.each([
    ['a name without a folder', 'galla-keys', /^GALLA_DATA_KEYS_COMMAND must be the absolute path of a program/],
    ['a JSON list without a text', '[1]', /^GALLA_DATA_KEYS_COMMAND must be the absolute path/],
    ['an empty list', '[]', /^GALLA_DATA_KEYS_COMMAND must be the absolute path/],
    [
      'a program that is not there',
      '/not/there',
      /^GALLA_DATA_KEYS_COMMAND names a program that cannot be started: ENOENT/,
    ],
    ['an empty value', '', /^GALLA_DATA_KEYS_COMMAND is set and empty/],
  ])('refuses %s', (_what, command, problem) => {
    expect(read(command).problems).toEqual([expect.stringMatching(problem)])
  })

  it('refuses keys beside it', () => {
    const path = program('one', `echo '${KEY}'`)
    expect(read(path, { GALLA_DATA_KEYS: OTHER }).problems).toEqual([
      'GALLA_DATA_KEYS and GALLA_DATA_KEYS_COMMAND are both set: remove one',
    ])
    expect(read(path, { GALLA_DATA_KEYS_FILE: '/run/keys' }).problems).toContain(
      'GALLA_DATA_KEYS_FILE and GALLA_DATA_KEYS_COMMAND are both set: remove one',
    )
  })

  it('is not run by a command that needs no keys', () => {
    const path = program('marks', `touch ${join(folder, 'ran')}; echo '${KEY}'`)
    readDatabaseVariable({ ...PRODUCTION, GALLA_DATA_KEYS_COMMAND: path }, () => '')
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})
