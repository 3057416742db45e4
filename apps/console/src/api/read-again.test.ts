import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { readAgain } from './read-again.ts'

/** A query on screen, whose reads the test answers one by one. */
function shownQuery() {
  const client = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['order', 'o-1'], queryFn, retry: false })
  const close = observer.subscribe(() => undefined)
  opened.push(() => {
    close()
    client.clear()
  })
  return { client, answers, shown: () => observer.getCurrentResult().data }
}

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a query that a change affects', () => {
  it('is read once more when the change arrives during its first read', async () => {
    const { client, answers, shown } = shownQuery()
    readAgain(client, { queryKey: ['order', 'o-1'] })
    answers[0]?.('PENDING')
    await settled()
    expect(answers).toHaveLength(2)
    answers[1]?.('FAILED')
    await settled()
    expect(shown()).toBe('FAILED')
  })

  it('is read at once when it has data, also while a later read is under way', async () => {
    const { client, answers, shown } = shownQuery()
    answers[0]?.('PENDING')
    await settled()
    readAgain(client, { queryKey: ['order', 'o-1'] })
    await settled()
    readAgain(client, { queryKey: ['order', 'o-1'] })
    await settled()
    expect(answers).toHaveLength(3)
    answers[2]?.('FAILED')
    answers[1]?.('PENDING')
    await settled()
    expect(shown()).toBe('FAILED')
  })

  it('is not read when another query is affected', async () => {
    const { client, answers } = shownQuery()
    answers[0]?.('PENDING')
    await settled()
    readAgain(client, { queryKey: ['order', 'o-2'] })
    await settled()
    expect(answers).toHaveLength(1)
  })
})
