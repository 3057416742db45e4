import { createRequire } from 'node:module'

// Test files share a process, and many gateways have a console: each would read the lists of common passwords again for its password, for 70 ms of
// CPU. The estimator is the real one; the lists are read once.
const core = createRequire(new URL('../../packages/gateway/package.json', import.meta.url))('@zxcvbn-ts/core')
const { ZxcvbnFactory } = core
if (ZxcvbnFactory.name !== 'Remembered') {
  const known = new WeakMap()
  core.ZxcvbnFactory = function Remembered(options) {
    if (!known.has(options.dictionary)) known.set(options.dictionary, new ZxcvbnFactory(options))
    return known.get(options.dictionary)
  }
}
