import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { packageFiles, packageFolder, packageModule } from './package-files.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'package-files-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): string {
  const path = join(root, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return pathToFileURL(path).href
}

/** A package with the parts `tea` and `tea/cup`, in the folder of an app. */
const installed = (app: string, version: string): string => {
  const folder = `${app}/node_modules/tea`
  const exports = { '.': './dist/index.js', './cup': './dist/cup.js', './package.json': './package.json' }
  write(`${folder}/package.json`, JSON.stringify({ name: 'tea', version, exports }))
  write(`${folder}/dist/cup.js`, '')
  return write(`${folder}/dist/index.js`, '')
}

const tea = { name: 'tea', version: '1.0.0' }
const url = installed('shop', '1.0.0')
const folder = join(root, 'shop/node_modules/tea')
write('shop/package.json', '{ "name": "shop" }')
installed('old-shop', '0.9.0')

describe('packageFolder', () => {
  it('is that of the running module', () => {
    expect(packageFolder({ ...tea, url })).toBe(folder)
  })

  it('is the installed one where the module was bundled', () => {
    expect(packageFolder({ ...tea, url: pathToFileURL(join(root, 'shop/dist/bundle.js')).href })).toBe(folder)
  })

  it('is none of another version, whose files do not fit the code', () => {
    expect(packageFolder({ ...tea, url: pathToFileURL(join(root, 'old-shop/dist/bundle.js')).href })).toBeUndefined()
  })

  it.each([
    ['without an address, as in a CommonJS bundle of esbuild', undefined],
    ['with an address of the machine that built the bundle', 'file:///builds/7/node_modules/tea/dist/index.js'],
    ['with an address that is no file', 'https://cdn.example/tea/index.js'],
    ['beside a manifest that cannot be read', write('broken/dist/bundle.js', '')],
  ])('is none %s', (_, address) => {
    write('broken/package.json', '{')
    expect(packageFolder({ ...tea, url: address })).toBeUndefined()
  })

  it('is the one of the working folder in a CommonJS bundle', () => {
    expect(packageFolder({ name: 'vitest', version: '4.1.12', url: undefined })).toMatch(/node_modules\/vitest$/)
  })
})

describe('packageModule', () => {
  it('is the file that the package itself would load', () => {
    expect(packageModule({ ...tea, url }, 'tea/cup')).toBe(join(folder, 'dist/cup.js'))
    expect(packageModule({ ...tea, url }, 'tea/saucer')).toBeUndefined()
    expect(packageModule({ ...tea, url: undefined }, 'tea/cup')).toBeUndefined()
  })
})

describe('packageFiles', () => {
  it('names the folder, the cause and the lines that mend it', () => {
    expect(packageFiles({ ...tea, url }, 'The menu', 'assets/menu')).toEqual({
      path: join(folder, 'assets/menu'),
      whenMissing: `The menu cannot be read: ${join(folder, 'assets/menu')} does not exist. A bundler, or the standalone output of Next, has copied the code of tea without the files that it reads when it runs.
esbuild: --external:tea, webpack: externals: ['tea'], rollup: external: ['tea'], and deploy node_modules with the bundle.
Next, in next.config: serverExternalPackages: ['tea'] and outputFileTracingIncludes: { '/**': ['./node_modules/tea/assets/menu/**/*'] }`,
    })
  })
})
