import { startSubject } from '../lib/processes.mjs'
import { exactly, row } from '../lib/rows.mjs'

const GROUP = '100 parallel calls'

/** Token requests, counted by the provider: with an empty cache, and after a hundred calls were refused with 401. */
export async function tokens({ provider }) {
  const rows = []
  for (const name of ['official', 'galla']) {
    const subject = await startSubject(name, provider.origin)
    if (subject.missing) {
      rows.push(row(GROUP, `${name}: token requests with an empty cache`, undefined, '', undefined, subject.missing))
      continue
    }
    await provider.tokens()
    const burst = () => subject.send({ job: 'burst', op: 'status', count: 100 })
    await burst()
    const cold = await provider.tokens()
    await provider.refuse(100)
    const { rejected } = await burst()
    const refreshed = await provider.tokens()
    await provider.refuse(0)
    await subject.stop()
    const target = name === 'galla' ? exactly(1) : undefined
    rows.push(row(GROUP, `${name}: token requests with an empty cache`, cold, '', target))
    rows.push(
      row(GROUP, `${name}: token requests after 100 × 401`, refreshed, '', target, `${rejected} of the calls rejected`),
    )
  }
  return rows
}
