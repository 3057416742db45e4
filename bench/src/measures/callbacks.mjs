import { BODY } from '../lib/inputs.mjs'
import { startSubject } from '../lib/processes.mjs'
import { atLeast, atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const GROUP = `Callback verification, ${BODY.length} bytes`

/** Each figure is a subject and the loop that it runs. */
const FIGURES = [
  { name: 'official validateCallback', subject: 'official', op: 'verifyClassic' },
  { name: 'bare compare + JSON.parse', subject: 'bare-http', op: 'verifyClassic' },
  { name: 'Galla classic', subject: 'galla', op: 'verifyClassic' },
  { name: 'bare HMAC + JSON.parse', subject: 'bare-http', op: 'verifyHmac' },
  { name: 'Galla HMAC', subject: 'galla', op: 'verifyHmac' },
]

export async function callbacks({ quick, provider }) {
  const subjects = new Map()
  for (const name of new Set(FIGURES.map(({ subject }) => subject)))
    subjects.set(name, await startSubject(name, provider.origin))
  const count = quick ? 10_000 : 30_000
  try {
    const available = FIGURES.filter(({ subject }) => !subjects.get(subject).missing)
    const run = ({ subject, op }) => subjects.get(subject).send({ job: 'loop', op, count })
    await rounds(available, 2, run)
    const results = await rounds(available, quick ? 5 : 21, run)
    const ratio = (one, other) => medianRatio(results, one, other, ({ cpuUs }) => cpuUs)
    const speed = ratio('official validateCallback', 'Galla classic')
    return [
      ...FIGURES.map(({ name, subject }) => {
        const runs = results.get(name)
        return row(
          GROUP,
          name,
          runs && median(runs.map(({ cpuUs }) => cpuUs / count)),
          'µs',
          undefined,
          subjects.get(subject).missing,
        )
      }),
      row(GROUP, 'speed: Galla classic / official', speed, '×', atLeast(4)),
      row(
        GROUP,
        'CPU: Galla classic / bare compare + JSON.parse',
        ratio('Galla classic', 'bare compare + JSON.parse'),
        '×',
        atMost(1.3),
      ),
      row(
        GROUP,
        'CPU: Galla HMAC / bare HMAC + JSON.parse',
        ratio('Galla HMAC', 'bare HMAC + JSON.parse'),
        '×',
        atMost(1.15),
      ),
    ]
  } finally {
    await Promise.all([...subjects.values()].map(({ stop }) => stop?.()))
  }
}
