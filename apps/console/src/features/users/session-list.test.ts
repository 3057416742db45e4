import { expect, it } from 'vitest'
import { browserName } from './session-list.tsx'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0', 'Edge, Windows'],
  ['curl/8.14.1', 'Another program'],
  [undefined, 'Another program'],
])('%s is %s', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})
