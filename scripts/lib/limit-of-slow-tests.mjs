import { relative } from 'node:path'
import { expect, vi } from 'vitest'
import { root } from './paths.mjs'
import { limitOf } from './slow-tests.mjs'

// Vitest reads the limit of a test when it loads the file, after this one. The default is for tests that check one thing.
const { testPath = '' } = expect.getState()
const limitMs = limitOf(relative(root, testPath).replaceAll('\\', '/'))
if (limitMs !== undefined) vi.setConfig({ testTimeout: limitMs, hookTimeout: limitMs })
