import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** What a shop's bundle grows by, without React: the whole main door, every method in it. */
it('is at most 35 kB, and the card library waits for the card form', async () => {
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
  const first = outputFiles.find(({ path }) => path.endsWith('index.js'))
  expect(gzipSync(first?.contents ?? '').length).toBeLessThanOrEqual(35_000)
  const [inputs] = Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
    path.endsWith('index.js') ? [Object.keys(inputs).join()] : [],
  )
  expect(inputs).toContain('payment-session')
  expect(inputs).not.toContain('jsencrypt')
})
