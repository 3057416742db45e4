import { startSubject } from '../lib/processes.mjs'
import { exactly, row } from '../lib/rows.mjs'

const GROUP = '100 parallel calls'

/** Token requests, counted by the provider: with an empty cache, and after a hundred calls were refused with 401. */
export async function* tokens({ provider }) {
  for (const name of ['official', 'galla']) {
    const subject = await startSubject(name, provider.origin)
    if (subject.missing) {
      yield row(GROUP, `${name}: token requests with an empty cache`, undefined, '', undefined, subject.missing)
      continue
    }
    const { cold, refreshed, rejected } = await bursts(subject, provider).finally(subject.stop)
    const target = name === 'galla' ? exactly(1) : undefined
    yield row(GROUP, `${name}: token requests with an empty cache`, cold, '', target)
    const note = `${rejected} of the calls rejected`
    yield row(GROUP, `${name}: token requests after 100 × 401`, refreshed, '', target, note)
  }
}

async function bursts(subject, provider) {
  const burst = () => subject.send({ job: 'burst', op: 'status', count: 100 })
  await provider.tokens()
  await burst()
  const cold = await provider.tokens()
  await provider.refuse(100)
  try {
    const { rejected } = await burst()
    return { cold, rejected, refreshed: await provider.tokens() }
  } finally {
    // The provider is that of the next measures, too.
    await provider.refuse(0)
  }
}
