import { expect, it } from 'vitest'
import { en } from './en.ts'
import { hi } from './hi.ts'

const names = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

it('fills the same names in both languages', () => {
  for (const [key, sentence] of Object.entries(en)) {
    expect({ key, names: names(hi[key as keyof typeof hi]) }).toEqual({ key, names: names(sentence) })
  }
})

it('leaves no sentence in English', () => {
  const same = Object.entries(en).filter(([key, sentence]) => hi[key as keyof typeof hi] === sentence)
  expect(same).toEqual([])
})
