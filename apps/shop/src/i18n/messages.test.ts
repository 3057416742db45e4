import { expect, it } from 'vitest'
import { en } from './en.ts'
import { hi } from './hi.ts'

const placeholders = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

it('has the same placeholders in both languages', () => {
  for (const [key, message] of Object.entries(en)) {
    expect({ key, placeholders: placeholders(hi[key as keyof typeof hi]) }).toEqual({
      key,
      placeholders: placeholders(message),
    })
  }
})

it('translates every message', () => {
  const same = Object.entries(en).filter(([key, message]) => hi[key as keyof typeof hi] === message)
  expect(same).toEqual([])
})
