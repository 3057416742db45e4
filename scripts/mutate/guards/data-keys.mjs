import { source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const dataKeys = [
  {
    row: 'What should be encrypted is never written in clear because a key is missing',
    mutations: [
      {
        name: 'data keys: a database whose key is missing is not opened',
        edits: [source('storage/privacy/data-key-registry.ts', `if (missing.length > 0)`, `if (missing.length < 0)`)],
        tests: [test('missing-data-keys', 'is not opened without data keys')],
      },
      {
        name: 'data keys: the database remembers which key has encrypted',
        edits: [
          source(
            'storage/privacy/data-key-registry.ts',
            `  if (encryptsWith !== undefined) await insertMeta(`,
            `  if (encryptsWith === '') await insertMeta(`,
          ),
        ],
        tests: [
          test('missing-data-keys', 'is not opened with other keys than the one'),
          test('missing-data-keys', 'is needed again while another process goes on writing'),
        ],
      },
      {
        name: 'data keys: a process without keys stops when another one encrypts',
        edits: [source('workers/privacy/data-key-watch.ts', `    lifecycle.refuse(error)\n`)],
        tests: [test('missing-data-keys', 'stores nothing more from its next check on')],
      },
      {
        name: 'data keys: what was under way stores nothing either',
        edits: [source('workers/privacy/data-key-watch.ts', `    dataKeys.refuse(error)\n`)],
        tests: [test('missing-data-keys', 'writes nothing in clear in work that was under way')],
      },
      {
        name: 'data keys: a key is needed whose rows a rotation could not read',
        edits: [
          source(
            'storage/privacy/data-key-registry.ts',
            `  for (const id of [...unreadable].sort()) if (!lost.includes(id)) await insertMeta(on, \`\${WRITTEN}\${id}\`, '')\n`,
            `  void lost\n`,
          ),
        ],
        tests: [test('missing-data-keys', 'is needed again, although an earlier rotation had replaced the key')],
      },
    ],
  },
]
