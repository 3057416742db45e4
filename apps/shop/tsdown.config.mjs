import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { main: 'src/server/main.ts' },
  outDir: 'dist/server',
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // A program of its own, not a library: nobody needs its types.
  dts: false,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // What a merchant would install stays outside, as it does in their own program.
  deps: {
    onlyBundle: ['@galla/contract', '@galla/http-server'],
    neverBundle: ['@galla/gateway', '@galla/sdk', 'hono', /^hono\//, '@hono/node-server'],
  },
  failOnWarn: true,
  logLevel: 'warn',
})
