import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { tarballOf } from './merchant-project.ts'

/** The names of the files of a published package, and their text. */
function packed(name: string) {
  const tar = (...options: string[]) =>
    execFileSync('tar', [...options, '-f', tarballOf(name)], { maxBuffer: 2 ** 27, encoding: 'latin1' })
  return { files: tar('-tz').trim().split('\n'), text: tar('-xzO') }
}

/** Texts of the guide, the playground and the sandbox page. */
const TEXTS = ['Copy as a Vitest test', 'Mandate (AutoPay)', 'Webhook conformance test']

it('the package of the gateway has no file and no text of the test tools', () => {
  const { files, text } = packed('gateway')
  expect(files).toContain('package/assets/console/index.html')
  expect(files.filter((file) => /assets\/.*(?:guide|playground|sandbox)/.test(file))).toEqual([])
  expect(TEXTS.filter((one) => text.includes(one))).toEqual([])
})

it('the package of the sandbox has the test tools', () => {
  const { files, text } = packed('sandbox')
  expect(files).toContain('package/assets/test-tools/index.html')
  expect(TEXTS.filter((one) => !text.includes(one))).toEqual([])
})
