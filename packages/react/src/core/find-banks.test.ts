import type { PageBank } from '@galla/contract/control/page-routes'
import { expect, it } from 'vitest'
import { findBanks } from './find-banks.ts'

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
