import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { installReason } from './install-reason.mjs'
import { at } from './paths.mjs'

const wanted = {
  '': { name: 'galla-repository' },
  'packages/sdk': { version: '0.1.0' },
  'node_modules/@galla/sdk': { resolved: 'packages/sdk', link: true },
  'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/vite/node_modules/only-mac': { version: '1.0.0', optional: true },
}
const installed = {
  'node_modules/@galla/sdk': { resolved: 'packages/sdk', link: true },
  'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
}

describe('installReason', () => {
  it('names a missing installation', () => expect(installReason(wanted, undefined)).toBe('none yet'))

  it('accepts packages of other platforms that are missing', () =>
    expect(installReason(wanted, installed)).toBeUndefined())

  it('names a package that is missing, new or has another version', () => {
    const hono = { version: '3.0.0', integrity: 'sha512-b' }
    expect(installReason(wanted, { ...installed, 'node_modules/hono': hono })).toBe('hono changed')
    expect(installReason(wanted, { 'node_modules/hono': installed['node_modules/hono'] })).toBe('@galla/sdk changed')
  })

  it('finds this repository installed', () => {
    const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8')).packages
    expect(installReason(read('package-lock.json'), read('node_modules/.package-lock.json'))).toBeUndefined()
  })
})
