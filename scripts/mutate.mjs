import { setup } from './setup.mjs'

const USAGE = `npm run mutate                  takes each guard of docs/guarantees.md away, one after the other, in a copy: a test must go red for each
npm run mutate -- refund fence  only the guards whose name contains one of these texts`

const names = process.argv.slice(2)
if (names.some((name) => name.startsWith('-'))) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await setup()
  // Imported afterwards: setup may just have installed what these import.
  const { mutate } = await import('./mutate/mutate.mjs')
  const { failed } = await mutate(names)
  process.exitCode = failed.length > 0 ? 1 : 0
}
