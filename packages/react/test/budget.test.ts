import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Size of the main entry without React, with all payment methods and both languages. */
it('is at most 35 kB gzipped, without the encryption library', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    conditions: ['galla-source'],
    external: ['react', 'react-dom', 'react/jsx-runtime'],
  })
  const entry = outputFiles.find(({ path }) => path.endsWith('index.js'))
  expect(gzipSync(entry?.contents ?? '').length).toBeLessThanOrEqual(35_000)
  const [inputs] = Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
    path.endsWith('index.js') ? [Object.keys(inputs).join()] : [],
  )
  expect(inputs).toContain('payment-session')
  expect(inputs).not.toContain('jsencrypt')
})

it('the entry for subscriptions adds at most 9 kB gzipped to the main entry, with both languages', async () => {
  const sizeOf = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      conditions: ['galla-source'],
      external: ['react', 'react-dom', 'react/jsx-runtime', 'jsencrypt'],
    })
    return gzipSync(outputFiles[0]?.contents ?? '').length
  }
  const main = "export * from '@galla/react'"
  const added =
    (await sizeOf(`${main}\nexport * as subscriptions from '@galla/react/subscriptions'`)) - (await sizeOf(main))
  expect(added).toBeGreaterThan(4_000)
  expect(added).toBeLessThanOrEqual(9_000)
})
