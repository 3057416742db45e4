import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { installReason } from './install-reason.mjs'
import { at } from './paths.mjs'

const wanted = {
  '': { name: 'house' },
  'packages/sdk': { version: '0.1.0' },
  'node_modules/@galla/sdk': { resolved: 'packages/sdk', link: true },
  'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/vite/node_modules/only-mac': { version: '1.0.0', optional: true },
}
const installed = {
  'node_modules/@galla/sdk': { resolved: 'packages/sdk', link: true },
  'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
}

describe('packages are installed', () => {
  it('when there are none', () => expect(installReason(wanted, undefined)).toBe('none yet'))
  it('not when all are there but those of other platforms', () =>
    expect(installReason(wanted, installed)).toBeUndefined())

  it('when one has another version, is missing, or a room was added', () => {
    const hono = { version: '3.0.0', integrity: 'sha512-b' }
    expect(installReason(wanted, { ...installed, 'node_modules/hono': hono })).toBe('hono changed')
    expect(installReason(wanted, { 'node_modules/hono': installed['node_modules/hono'] })).toBe('@galla/sdk changed')
  })

  it('not for the house as it stands', () => {
    const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8')).packages
    expect(installReason(read('package-lock.json'), read('node_modules/.package-lock.json'))).toBeUndefined()
  })
})
