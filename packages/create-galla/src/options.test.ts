import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { readOptions } from './options.ts'

const DEFAULTS = { folder: 'tea-stall', framework: 'express', gateway: false, language: 'ts' } as const
const answer = (...args: string[]) => ask(readOptions(args), DEFAULTS, false, '')

describe('the command line', () => {
  it('answers every question', async () => {
    expect(await answer('my shop', '-f', 'hono', '--gateway', '--js')).toEqual({
      folder: 'my shop',
      framework: 'hono',
      gateway: true,
      language: 'js',
    })
  })

  it('leaves what is open to the defaults with --yes', async () => {
    expect(await answer('--yes')).toEqual(DEFAULTS)
    expect(await answer('shop', '--yes', '--js')).toEqual({ ...DEFAULTS, folder: 'shop', language: 'js' })
  })

  it('asks for --yes where nobody can answer', async () => {
    await expect(answer('shop', '--framework', 'hono')).rejects.toThrow(/give all options, or --yes for the defaults/)
  })

  it('installs and creates a repository by default', () => {
    expect(readOptions([])).toMatchObject({ install: true, git: true })
    expect(readOptions(['--no-install', '--no-git', '--no-gateway'])).toMatchObject({
      install: false,
      git: false,
      gateway: false,
    })
  })

  it.each([
    [['--framework', 'rails'], '--framework must be one of express, fastify, hono, next, nest, node; got "rails".'],
    [['--ts', '--js'], '--ts and --js exclude each other'],
    [['my', 'shop'], 'Quote a path that has spaces.'],
    [['--frmework', 'hono'], "Unknown option '--frmework'"],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})
