import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../packages/cli/src/command-table.ts'
import { GATEWAY_VARIABLES } from '../packages/cli/src/gateway/variables/gateway-variables.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(import.meta.dirname, 'troubleshooting.md'), 'utf8')

/** Codes of the provider's app SDKs are in no source of this project. */
const [ours = '', apps = ''] = page.split(/^## Mobile apps$/m)
const quotesOf = (text: string) => [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, quote = '']) => quote)
const quotes = quotesOf(ours)

const sources = ['contract', 'sdk', 'sandbox', 'gateway', 'cli', 'http-server', 'postgres']
  .flatMap((name) => {
    const folder = join(root, 'packages', name, 'src')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|json)$/.test(file) && !/\.test\.ts$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
  })
  .join('\n')
const protocol = readFileSync(join(import.meta.dirname, 'protocol.md'), 'utf8')

interface Command {
  readonly options?: { readonly [name: string]: unknown }
  readonly commands?: { readonly [name: string]: Command }
}

/** The word of a command line that the command does not have. */
function unknownWord(line: string): string | undefined {
  const [, ...words] = line.split(' ')
  let command: Command = { commands: COMMANDS as { readonly [name: string]: Command } }
  for (const word of words) {
    if (word.startsWith('--')) {
      if (!Object.hasOwn(command.options ?? {}, word.slice(2))) return word
    } else if (command.commands !== undefined && Object.hasOwn(command.commands, word))
      command = command.commands[word] as Command
    else if (command.options === undefined) return word
  }
  return undefined
}

describe('the page of symptoms', () => {
  it('has a cause and what to do for each symptom', () => {
    const symptoms = [...page.matchAll(/^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)]
    expect(symptoms.length).toBeGreaterThan(7)
    for (const [, title, text = ''] of symptoms)
      expect(text, title).toMatch(/^\| (?:You see|The app sees) \| Cause \| What to do \|$/m)
  })

  it('names commands and options that exist', () => {
    const lines = [...quotes, ...page.split('\n')].filter((line) => /^galla [a-z-]/.test(line))
    expect(lines.length).toBeGreaterThan(8)
    expect(lines.filter((line) => unknownWord(line) !== undefined)).toEqual([])
    expect(unknownWord('galla gateway --chekc')).toBe('--chekc')
    expect(unknownWord('galla docter')).toBe('docter')
  })

  it('names variables that the gateway reads', () => {
    const names = GATEWAY_VARIABLES.map(({ name }) => name)
    const quoted = quotes.flatMap((quote) => quote.match(/GALLA_\w+/g) ?? [])
    expect(quoted.length).toBeGreaterThan(5)
    expect(quoted.filter((name) => !names.includes(name.replace(/_FILE$/, '')))).toEqual([])
  })

  it('names codes that a source of the project or the protocol has', () => {
    const codes = quotes.filter((quote) => /^[A-Z][A-Z0-9_]{3,}$/.test(quote) && !quote.startsWith('GALLA_'))
    const reasons = quotes.filter((quote) => /^[a-z]+(?:-[a-z]+)+$/.test(quote))
    expect(codes.length).toBeGreaterThan(10)
    expect(reasons.length).toBeGreaterThan(7)
    expect(codes.filter((code) => !sources.includes(`'${code}'`) && !protocol.includes(`\`${code}\``))).toEqual([])
    expect(reasons.filter((reason) => !sources.includes(`'${reason}'`))).toEqual([])
  })

  it('quotes messages as the project writes them', () => {
    const messages = quotes.filter((quote) => / /.test(quote) && /^[A-Za-z]/.test(quote) && !quote.startsWith('galla '))
    expect(messages.length).toBeGreaterThan(5)
    const missing = messages.filter((message) => message.split('…').some((part) => !isWritten(part.trim())))
    expect(missing).toEqual([])
  })

  it('says of the codes of apps that they come from the provider', () => {
    expect(apps).toContain('not part of Galla')
  })
})

/** A sentence of a source or of the protocol. */
const isWritten = (text: string): boolean => sources.includes(text) || protocol.includes(text)
