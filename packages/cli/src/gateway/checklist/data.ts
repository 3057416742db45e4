import { count, fail, firstOf, type Group, ofConfig, ofContents, pass, warning } from './item.ts'

export const data: Group = {
  title: 'Personal data',
  items: [
    {
      code: 'data-keys',
      requirement: '`GALLA_DATA_KEYS` encrypts personal data in the database',
      fix: 'Set `GALLA_DATA_KEYS`, keep a copy of the key apart from the backups, and run `galla gateway rotate-keys`',
      page: 'personal-data.md#encryption',
      check: ofConfig(({ dataKeys }) =>
        dataKeys === undefined
          ? warning('Personal data is stored without encryption: GALLA_DATA_KEYS is not set')
          : pass(`${count(dataKeys.length, 'key')}; the first one, ${idOf(dataKeys[0])}, is used for writing`),
      ),
    },
    {
      code: 'data-keys-rotated',
      requirement: 'All stored personal data is encrypted with the first key of `GALLA_DATA_KEYS`',
      fix: 'Run `galla gateway rotate-keys`. Add a key that is missing; only if it is lost for good, name it in `GALLA_DATA_KEYS_LOST`',
      page: 'personal-data.md#encryption',
      check: ofContents(
        (
          { encryption: { read, complete, plain, encryptedBy, writtenWith } },
          { config: { dataKeys = [], dataKeysLost = [] } },
        ) => {
          const ids = dataKeys.map(idOf)
          const missing = writtenWith.filter((id) => !ids.includes(id) && !dataKeysLost.includes(id))
          const unreadable = Object.keys(encryptedBy).filter((id) => !ids.includes(id))
          const others = ids.slice(1).filter((id) => encryptedBy[id] !== undefined)
          const rows = complete ? count(read, 'row') : `the first ${count(read, 'row')}`
          return firstOf(
            missing.length > 0
              ? fail(
                  `The database is encrypted with ${missing.join(', ')}, which is not set: the gateway does not start`,
                )
              : undefined,
            unreadable.length > 0
              ? warning(`Rows are encrypted with ${unreadable.join(', ')}, which is lost: they stay unreadable`)
              : undefined,
            ids.length === 0 ? pass('Nothing is encrypted, and no key is set') : undefined,
            plain > 0 ? warning(`${count(plain, 'row')} of ${rows} are stored in clear`) : undefined,
            others.length > 0 ? warning(`Rows are still encrypted with ${others.join(', ')}`) : undefined,
            pass(
              ids.length > 1
                ? `${rows}: all with the first key. Remove the others when no backup needs them`
                : `${rows}: all with the first key`,
            ),
          )
        },
      ),
    },
    {
      code: 'retention',
      requirement: 'Payer data is erased in time, and records are kept long enough',
      fix: 'Other periods need a gateway of your own: `policy.erasePayerAfterDays`, `policy.keepRecordsDays`',
      page: 'personal-data.md',
      check: ofConfig(() =>
        pass('Payer data is erased after 180 days, calls after 30, records of orders after nine years'),
      ),
    },
  ],
}

/** The id stands before the colon; the key behind it is a secret. */
const idOf = (key = ''): string => key.slice(0, key.indexOf(':'))
