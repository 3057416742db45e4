import { assemble } from './assemble.ts'
import type { Sandbox } from './sandbox.ts'
import { sandboxOf } from './sandbox-of.ts'
import type { SandboxOptions } from './settings.ts'

/**
 * A provider in this process, without a port.
 * @throws TypeError naming the option that cannot be.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return sandboxOf(assemble(options))
}
