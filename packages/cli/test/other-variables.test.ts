import { expect, it } from 'vitest'
import { readGatewayEnvironment } from '../src/gateway/environment.ts'

const VALID = {
  GALLA_ENVIRONMENT: 'SANDBOX',
  GALLA_CLIENT_ID: 'shop',
  GALLA_CLIENT_SECRET: 'secret',
  GALLA_CALLBACK_USERNAME: 'hook',
  GALLA_CALLBACK_PASSWORD: 'Passw0rd99',
}

it.each([
  'GALLA_CHROMIUM',
  'GALLA_TEST_POSTGRES',
  'GALLA_LONG',
  'GALLA_SEED',
  'GALLA_SEEDS',
  'GALLA_HOSTS',
  'GALLA_PG_HOST',
])('accepts %s, which belongs to another program of this project', (name) =>
  expect(readGatewayEnvironment({ ...VALID, [name]: '1' }, () => '').problems).toEqual([]),
)

it('refuses a name that belongs to none', () => {
  expect(readGatewayEnvironment({ ...VALID, GALLA_CROMIUM: '1' }, () => '').problems).toEqual([
    'GALLA_CROMIUM is not a known variable: did you mean GALLA_CHROMIUM?',
  ])
})
