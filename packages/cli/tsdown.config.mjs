import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // A command, not a library: it exports nothing.
  dts: false,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  deps: {
    onlyBundle: ['@galla/contract', '@galla/http-server'],
    neverBundle: [
      '@galla/gateway',
      '@galla/postgres',
      '@galla/sandbox',
      '@galla/sdk',
      'create-galla',
      /^@modelcontextprotocol\//,
      'zod',
    ],
  },
  failOnWarn: true,
  logLevel: 'warn',
})
