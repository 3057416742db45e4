import { expect, it } from 'vitest'
import { providerText } from './provider-messages.ts'

const health = (overall: string, instruments: object = {}) => ({ atMs: 1, overall, instruments: { ...instruments } })

it.each([
  [health('UP'), undefined],
  [health('UP', { UPI: { health: 'UP', down: {} } }), undefined],
  [health('DOWN'), 'the payment gateway down'],
  [health('DEGRADED'), 'the payment gateway slow'],
  [health('UP', { NET_BANKING: { health: 'DOWN', down: {} } }), 'net banking down'],
  [health('UP', { UPI: { health: 'UP', down: { BANK: ['HDFC'], PSP: ['okdemo'] } } }), 'UPI of HDFC, okdemo down'],
  [
    health('UP', { CARDLESS: { health: 'PAUSED', down: { BANK: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] } } }),
    'CARDLESS PAUSED, CARDLESS of A, B, C, D, E and 2 more down',
  ],
])('the report %j is worded as %j', (report, text) => {
  expect(providerText(report)).toBe(text)
})
