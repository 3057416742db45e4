import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { main: 'src/server/main.ts' },
  outDir: 'dist/server',
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // A program, not a library, so it needs no types.
  dts: false,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // Packages that a merchant installs stay external.
  deps: {
    onlyBundle: ['@galla/contract', '@galla/http-server'],
    neverBundle: ['@galla/gateway', /^@galla\/gateway\//, '@galla/sdk', 'hono', /^hono\//, '@hono/node-server'],
  },
  failOnWarn: true,
  logLevel: 'warn',
})
