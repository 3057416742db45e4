import { describe, expect, it } from 'vitest'
import { isGuessable } from './guessable.ts'

describe('isGuessable', () => {
  it.each([
    'password1234',
    'Password@2024',
    'P@ssw0rd2024!',
    'qwertyuiop123',
    '123456789012',
    'abcdefghijkl',
    'passwordpassword',
    'administrator',
    'welcome@12345',
    'admin@123456',
    'PhonePe@12345',
    'gallagalla12',
    // More characters of the same kind.
    'p@ssw0rd'.repeat(32),
  ])('finds %s', async (password) => {
    expect(await isGuessable(password, [])).toBe(true)
  })

  it.each(['two cups of tea', 'k3X9mQ2vLp7Z', 'correct horse battery', 'चाय के दो प्याले'])(
    'leaves %s',
    async (password) => {
      expect(await isGuessable(password, [])).toBe(false)
    },
  )

  it('finds a part of the name of the person with digits', async () => {
    expect(await isGuessable('Vaidyanathan1', ['asha.vaidyanathan@shop.example'])).toBe(true)
    expect(await isGuessable('Vaidyanathan1', [])).toBe(false)
  })
})
