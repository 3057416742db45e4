import type { PageBank } from '@galla/contract/sandbox-api/page-routes'
import { expect, it } from 'vitest'
import { findBanks, withChosen } from './bank-form.tsx'

const bank = (bankId: string, name: string): PageBank => ({ bankId, name, popular: false, health: 'up' })
const BANKS = [bank('SBIN', 'State Bank of India'), bank('BARB', 'Bank of Baroda'), bank('UBIN', 'Union Bank of India')]
const names = (query: string) => findBanks(BANKS, query).map(({ bankId }) => bankId)

it('finds by words in any order, by beginnings, and by code', () => {
  expect(names('')).toEqual(['SBIN', 'BARB', 'UBIN'])
  expect(names('india bank')).toEqual(['SBIN', 'UBIN'])
  expect(names('baro')).toEqual(['BARB'])
  expect(names('sbin')).toEqual(['SBIN'])
  expect(names('nothing')).toEqual([])
})

it('keeps the chosen one before a search that has not found it, and nowhere twice', () => {
  const [state, baroda, union] = BANKS
  expect(withChosen(findBanks(BANKS, 'baro'), union)).toEqual([union, baroda])
  expect(withChosen(findBanks(BANKS, 'nothing'), union)).toEqual([union])
  expect(withChosen(findBanks(BANKS, 'india'), union)).toEqual([state, union])
  expect(withChosen(findBanks(BANKS, 'baro'), undefined)).toEqual([baroda])
})
