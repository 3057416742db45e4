import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at } from '../lib/paths.mjs'

/** The commands of the job that has the identity, as the workflow has them. */
const publish = (): { run: string }[] => {
  const { jobs } = parse(readFileSync(at('.github/workflows/release.yml'), 'utf8'))
  return jobs.publish.steps.filter(({ run }: { run?: string }) => run)
}

const folder = mkdtempSync(join(tmpdir(), 'galla-publish-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hash = (algorithm: string, data: Buffer) => createHash(algorithm).update(data).digest('hex')

/** Runs the commands in a folder with two tarballs, which `change` may change. The registry knows the contents of `published`. */
function runPublish(
  name: string,
  change: (own: string) => void = () => {},
  published: (own: string) => string = () => '',
) {
  const own = join(folder, name)
  mkdirSync(join(own, 'bin'), { recursive: true })
  mkdirSync(join(own, 'package'))
  const sums = { sha256: '', sha512: '' }
  for (const one of ['sdk', 'gateway']) {
    writeFileSync(join(own, 'package/package.json'), JSON.stringify({ name: `@galla/${one}`, version: '0.2.0' }))
    const file = `galla-${one}-0.2.0.tgz`
    spawnSync('tar', ['-czf', file, 'package'], { cwd: own })
    const data = readFileSync(join(own, file))
    sums.sha256 += `${hash('sha256', data)}  ${file}\n`
    sums.sha512 += `${hash('sha512', data)}  ${file}\n`
  }
  writeFileSync(
    join(own, 'bin/npm'),
    `#!/bin/sh
case "$1 $2" in
  'view @galla/sdk@0.2.0') echo '${published(own)}' ;;
  view*) exit 1 ;;
  *) echo "$*" >> npm.log ;;
esac
`,
  )
  chmodSync(join(own, 'bin/npm'), 0o755)
  writeFileSync(join(own, 'npm.log'), '')
  change(own)
  const commands = publish()
    .map(({ run }) => run)
    .join('\n')
  const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', commands], {
    cwd: own,
    encoding: 'utf8',
    env: {
      PATH: `${join(own, 'bin')}:${process.env.PATH}`,
      SHA256SUMS: sums.sha256.trim(),
      SHA512SUMS: sums.sha512.trim(),
    },
  })
  return { status, stderr, calls: readFileSync(join(own, 'npm.log'), 'utf8').split('\n').filter(Boolean) }
}

// Its commands are those of the runner, which is Linux.
describe.skipIf(process.platform !== 'linux')('the publishing job', () => {
  it('publishes each tarball of the list, in its order, with provenance and without scripts', () => {
    const { status, calls, stderr } = runPublish('good')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(calls).toEqual(
      ['sdk', 'gateway'].map((one) => `publish ./galla-${one}-0.2.0.tgz --provenance --access public --ignore-scripts`),
    )
  })

  it('publishes nothing when one tarball is not what was built', () => {
    const { status, calls } = runPublish('changed', (own) =>
      writeFileSync(join(own, 'galla-gateway-0.2.0.tgz'), 'something else'),
    )
    expect(status).not.toBe(0)
    expect(calls).toEqual([])
  })

  it('publishes nothing when a tarball is absent, or when there is one more', () => {
    const absent = runPublish('absent', (own) => rmSync(join(own, 'galla-gateway-0.2.0.tgz')))
    const more = runPublish('more', (own) => writeFileSync(join(own, 'galla-cli-0.2.0.tgz'), 'unknown'))
    for (const { status, calls } of [absent, more]) {
      expect(status).not.toBe(0)
      expect(calls).toEqual([])
    }
  })

  it('leaves out what an earlier run has published, so that a run that broke off can be repeated', () => {
    const { calls } = runPublish('repeated', undefined, (own) => {
      const data = readFileSync(join(own, 'galla-sdk-0.2.0.tgz'))
      return `sha512-${createHash('sha512').update(data).digest('base64')}`
    })
    expect(calls).toEqual([expect.stringContaining('galla-gateway')])
  })

  it('does not take a version with another content for its own', () => {
    const { calls } = runPublish('other', undefined, () => 'sha512-AAAA')
    expect(calls).toHaveLength(2)
  })
})
