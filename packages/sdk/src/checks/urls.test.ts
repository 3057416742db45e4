import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { checkRedirectUrl } from './urls.ts'

describe('checkRedirectUrl', () => {
  it.each(['https://shop.example/thanks?o=1#x', 'http://localhost:3000', 'HTTPS://shop.example'])(
    'takes %s',
    (address) => {
      expect(() => checkRedirectUrl(address)).not.toThrow()
    },
  )

  it.each([
    [42, 'must be an address such as https://shop.example/thanks'],
    ['', 'must be a whole address such as https://shop.example/thanks'],
    ['/thanks', 'must be a whole address such as https://shop.example/thanks'],
    ['shop.example/thanks', 'must be a whole address such as https://shop.example/thanks'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['data:text/html,x', 'must begin with https://'],
    ['shopapp://thanks', 'must begin with https://'],
    ['\tjava\nscript:alert(1)', 'must begin with https://'],
  ])('refuses %j', (address, sentence) => {
    expect(thrownBy(() => checkRedirectUrl(address))).toMatchObject({
      field: 'redirectUrl',
      message: `redirectUrl ${sentence}`,
    })
  })
})
