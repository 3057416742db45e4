import { database, dataKeys, keyIds, oneOf, programPath } from '../value-checks.ts'
import type { Variable } from './variable.ts'

/** The database, and the keys that encrypt personal data in it. */
export const DATABASE_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_DATABASE',
    default: './data/gateway',
    description: 'Folder of an embedded PostgreSQL, or a postgres:// URL',
    secret: true,
    check: database,
  },
  {
    name: 'GALLA_MIGRATE',
    default: 'true',
    description:
      'true: the gateway migrates the database on start; false: run galla gateway migrate before a deployment',
    check: oneOf('true', 'false'),
  },
  {
    name: 'GALLA_DATA_KEYS_COMMAND',
    protects: true,
    description:
      'Program that prints the value of GALLA_DATA_KEYS, for example from a key service: the absolute path of the program and its arguments, as words or as one JSON list',
    check: programPath,
  },
  {
    name: 'GALLA_DATA_KEYS',
    protects: true,
    command: 'GALLA_DATA_KEYS_COMMAND',
    secret: true,
    description:
      'Keys that encrypt personal data in the database, id:base64, separated by commas; the first key encrypts; without a key, personal data is stored unencrypted',
    list: true,
    check: dataKeys,
  },
  {
    name: 'GALLA_DATA_KEYS_LOST',
    needs: 'GALLA_DATA_KEYS',
    // Somebody may paste a whole key.
    secret: true,
    description:
      'Ids of lost data keys, separated by commas: the gateway starts without these keys, and data that they encrypted stays unreadable',
    list: true,
    check: keyIds,
  },
]
