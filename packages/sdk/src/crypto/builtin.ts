interface ProcessLike {
  getBuiltinModule?: (name: string) => unknown
}

/**
 * A module of the runtime's own, or undefined where there is none. Asked for at run time, so that bundlers and
 * web-standard runtimes never see an import of it.
 */
export function builtin<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: ProcessLike }
  return process?.getBuiltinModule?.(name) as Module | undefined
}
