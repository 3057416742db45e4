import { invalidOption } from '../errors.ts'

/** @throws Error naming the option. */
export function checkMountPath(path: string, setting: string): void {
  if (path !== '' && !/^(?:\/[\w.~-]+)+$/.test(path)) {
    throw invalidOption(
      setting,
      `must be a path such as /payments, without a trailing slash; got ${JSON.stringify(path)}`,
    )
  }
}

/** The URL without the mount path: `/payments/callbacks` → `/callbacks`. Undefined when it is not below the mount. */
export function pathBelow(address: string, mount: string): string | undefined {
  const url = new URL(address)
  if (!`${url.pathname}/`.startsWith(`${mount}/`)) return undefined
  url.pathname = url.pathname.slice(mount.length) || '/'
  return url.href
}
