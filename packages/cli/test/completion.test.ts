import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { COMMANDS, listCommands } from '../src/command-table.ts'
import { HELP } from '../src/commands/help.ts'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'galla-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/** The words that bash offers for a line whose last word is being typed. */
async function offered(line: string): Promise<string[]> {
  const file = join(folder, 'galla.bash')
  writeFileSync(file, (await runCli(['completion', 'bash'])).out)
  const words = line.split(' ')
  const script = `source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _galla; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

describe('the completion for bash', () => {
  it.each([
    ['galla ', Object.keys(COMMANDS)],
    ['galla gateway r', ['rotate-keys', 'restored']],
    ['galla gateway --', ['--check', '--json']],
    ['galla gateway keys ', ['create', 'list', 'revoke']],
    ['galla gateway keys create shop --s', ['--scopes']],
    ['galla gateway users ', ['list', 'add', 'link', 'reset-second-factor']],
    ['galla pay order-42 --out', ['--outcome']],
    ['galla pay --sandbox http://127.0.0.1:4510 order-42 --o', ['--outcome']],
    ['galla completion ', ['bash', 'zsh', 'fish']],
    ['galla help gate', ['gateway']],
    // Another program's arguments.
    ['galla run -- npm st', []],
    ['galla nothing --', []],
  ])('offers %j the words %j', async (line, words) => {
    expect(await offered(line)).toEqual(words)
  })
})

describe('galla completion', () => {
  it.each(['zsh', 'fish'])('prints a script for %s, with each command and option', async (shell) => {
    const { code, out } = await runCli(['completion', shell])
    expect(code).toBe(0)
    for (const { path, options = {} } of listCommands()) {
      expect(out).toContain(path)
      for (const option of Object.keys(options)) expect(out).toContain(option)
    }
    if (!has(shell)) return
    const file = join(folder, `galla.${shell}`)
    writeFileSync(file, out)
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    [[], /completion takes one of bash, zsh, fish/],
    [['powershell'], /completion takes one of bash, zsh, fish/],
    [['bash', 'zsh'], /completion takes one of/],
  ])('refuses %j as a wrong usage', async (args, message) => {
    expect(await runCli(['completion', ...args])).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })
})

describe('the table of commands', () => {
  it.each(Object.keys(HELP))('has each option of the help page of %s, and no other', (name) => {
    const page = HELP[name] ?? ''
    const shown = [...page.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].map(([, option]) => option)
    const below = listCommands().filter(({ path }) => path === name || path.startsWith(`${name} `))
    const options = new Set(below.flatMap(({ options = {} }) => Object.keys(options)))
    for (const option of options) expect(shown, `--${option}`).toContain(option)
    const inTheTable = new Set(listCommands().flatMap(({ options = {} }) => Object.keys(options)))
    // `node --import` is another program's.
    expect(shown.filter((option = '') => !inTheTable.has(option) && option !== 'import')).toEqual([])
  })

  it('has a help page for each command that takes options', () => {
    const named = Object.keys(COMMANDS).filter((name) => !['completion', 'version', 'help'].includes(name))
    expect(Object.keys(HELP).sort()).toEqual(named.sort())
  })
})
