import { describe, expect, it } from 'vitest'
import { checkSettings, serverFlags } from './settings.ts'

/** Reads the command line as the server does: of a repeated name the last value counts. */
const read = (flags: string[]) =>
  new Map(flags.filter((flag) => flag !== '-c').map((flag) => /^(.*?)=(.*)$/s.exec(flag)?.slice(1) as [string, string]))

describe('serverFlags', () => {
  it('opens no port and keeps fsync on, with any other settings', () => {
    const flags = read(serverFlags('/run/a, b', true, { max_connections: 40, jit: false, 'app.name': 'x=y' }))
    expect(Object.fromEntries(flags)).toMatchObject({
      listen_addresses: '',
      unix_socket_directories: '"/run/a, b"',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      max_connections: '40',
      jit: 'off',
      'app.name': 'x=y',
    })
  })

  it('turns fsync and its companions off when durable is false', () => {
    const flags = read(serverFlags('/run', false, {}))
    expect([flags.get('fsync'), flags.get('full_page_writes'), flags.get('synchronous_commit')]).toEqual([
      'off',
      'off',
      'off',
    ])
  })

  it('lets log settings be changed', () => {
    expect(read(serverFlags('/run', true, { log_checkpoints: true })).get('log_checkpoints')).toBe('on')
  })
})

describe('checkSettings', () => {
  it('accepts settings that PostgreSQL itself validates', () => {
    expect(() => checkSettings({ work_mem: '8MB', 'pg_stat_statements.max': 100 })).not.toThrow()
  })

  it('rejects malformed and reserved settings by name', () => {
    expect(() => checkSettings({ 'a b': 1 })).toThrow('"a b" is not the name of a setting')
    expect(() => checkSettings({ 'fsync=off -c x': 1 })).toThrow('is not the name of a setting')
    expect(() => checkSettings({ jit: undefined as unknown as string })).toThrow('settings.jit must be a string')
    expect(() => checkSettings({ Unix_Socket_Permissions: '0777' })).toThrow('cannot be set')
  })
})
