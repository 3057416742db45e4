import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

/**
 * In the CommonJS build, `import()` becomes a `require` inside a function. Bundlers accept that an optional peer is not installed only where
 * the `require` itself stands in a `try`.
 */
const requireInPlace = {
  name: 'require-in-place',
  renderChunk: (code, _chunk, { format }) =>
    format === 'cjs'
      ? code.replaceAll(/Promise\.resolve\(\)\.then\(\(\) => (.*require\("[^"]+"\).*)\);$/gm, 'Promise.resolve($1);')
      : null,
}

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    email: 'src/notifications/email.ts',
    express: 'src/adapters/express.ts',
    fastify: 'src/adapters/fastify.ts',
    hono: 'src/adapters/hono.ts',
    nest: 'src/adapters/nest.ts',
    next: 'src/adapters/next.ts',
    node: 'src/adapters/node.ts',
    otel: 'src/observability/otel.ts',
    subscriptions: 'src/subscriptions.ts',
    webhook: 'src/notifications/webhook.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // Types come from contract and http-server as well, so one project spans them; the native compiler emits them in a second.
  dts: {
    tsconfig: '../tsconfig.gateway-types.json',
    tsgo: { path: fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url)) },
  },
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // contract and http-server are private: they are bundled. The client and the embedded database are the merchant's choice.
  deps: {
    onlyBundle: ['@galla/contract', '@galla/http-server'],
    neverBundle: ['@galla/sdk', '@galla/postgres', 'nodemailer', 'openid-client'],
  },
  // Jest loads CommonJS, and cannot run `import()` there.
  // The helpers of the bundler are a file of their own: inside of a shared file, another shared file requires them in a circle.
  outputOptions: (options, format) =>
    format === 'cjs'
      ? {
          ...options,
          dynamicImportInCjs: false,
          codeSplitting: { groups: [{ name: 'runtime', test: /rolldown[\\/]runtime/ }] },
        }
      : options,
  plugins: [requireInPlace],
  checks: { legacyCjs: false },
  failOnWarn: true,
  logLevel: 'warn',
})
