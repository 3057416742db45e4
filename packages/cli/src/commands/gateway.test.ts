import { expect, it } from 'vitest'
import { databaseText } from './gateway.ts'

it.each([
  [
    'postgres://galla:s3cret@db.internal:5433/shop?sslmode=verify-full',
    'PostgreSQL at db.internal:5433, database shop',
  ],
  ['postgresql://galla:s3cret@db.internal', 'PostgreSQL at db.internal'],
  ['postgres://galla:s3cret@/shop?host=/run/postgresql', 'PostgreSQL at /run/postgresql, database shop'],
  ['postgres:///shop?host=/run/postgresql&password=s3cret', 'PostgreSQL at /run/postgresql, database shop'],
  ['/srv/galla/data', 'embedded PostgreSQL in /srv/galla/data'],
])('shows where %s is, without user and password', (database, text) => {
  expect(databaseText(database)).toBe(text)
})
