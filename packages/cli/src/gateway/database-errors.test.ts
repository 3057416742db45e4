import { expect, it } from 'vitest'
import { explainDatabaseError } from './database-errors.ts'

it('names the host that does not exist, and what a wrong one comes from', () => {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND db.example'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: 'db.example',
  })
  expect(explainDatabaseError(error)).toBe(
    'GALLA_DATABASE: the database cannot be opened: its host db.example does not exist; if the URL names another one, percent-encode the password (ENOTFOUND)',
  )
})
