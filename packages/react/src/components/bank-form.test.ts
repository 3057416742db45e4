import type { PageBank } from '@galla/contract/sandbox-api/page-routes'
import { expect, it } from 'vitest'
import { searchBanks, withChosen } from './bank-form.tsx'

const bank = (bankId: string, name: string): PageBank => ({ bankId, name, popular: false, health: 'up' })
const BANKS = [bank('SBIN', 'State Bank of India'), bank('BARB', 'Bank of Baroda'), bank('UBIN', 'Union Bank of India')]
const names = (query: string) => searchBanks(BANKS, query).map(({ bankId }) => bankId)

it('searchBanks matches words in any order, parts of words, and ids', () => {
  expect(names('')).toEqual(['SBIN', 'BARB', 'UBIN'])
  expect(names('india bank')).toEqual(['SBIN', 'UBIN'])
  expect(names('baro')).toEqual(['BARB'])
  expect(names('sbin')).toEqual(['SBIN'])
  expect(names('nothing')).toEqual([])
})

it('withChosen puts the chosen bank first where a search did not find it', () => {
  const [state, baroda, union] = BANKS
  expect(withChosen(searchBanks(BANKS, 'baro'), union)).toEqual([union, baroda])
  expect(withChosen(searchBanks(BANKS, 'nothing'), union)).toEqual([union])
  expect(withChosen(searchBanks(BANKS, 'india'), union)).toEqual([state, union])
  expect(withChosen(searchBanks(BANKS, 'baro'), undefined)).toEqual([baroda])
})
