import { afterEach, describe, expect, it, vi } from 'vitest'

const ADDRESSES = './addresses.json'

async function errorsUrlWith(docs: string | null) {
  vi.resetModules()
  vi.doMock(ADDRESSES, () => ({ default: { repository: null, docs } }))
  return (await import('./docs-url.ts')).ERRORS_URL
}

describe('the page of errors', () => {
  afterEach(() => {
    vi.doUnmock(ADDRESSES)
    vi.resetModules()
  })

  it('is a file of the installed package while there is no documentation site', async () => {
    expect(await errorsUrlWith(null)).toEqual({
      '@galla/gateway': 'node_modules/@galla/gateway/docs/errors.md',
      galla: 'node_modules/galla/docs/errors.md',
    })
  })

  it('is a page of the documentation site once its address is set', async () => {
    const page = 'https://docs.example/galla/api/errors-by-code'
    expect(await errorsUrlWith('https://docs.example/galla')).toEqual({ '@galla/gateway': page, galla: page })
  })
})
