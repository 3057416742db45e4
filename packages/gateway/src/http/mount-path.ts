/** @throws Error naming the setting */
export function checkMountPath(path: string, setting: string): void {
  if (path !== '' && !/^(?:\/[\w.~-]+)+$/.test(path)) {
    throw new Error(`${setting} must be like /payments, without a slash at its end; got ${JSON.stringify(path)}`)
  }
}

/** An address without the path of a mount, or nothing where it lies elsewhere: `/payments/callbacks` is `/callbacks`. */
export function pathBelow(address: string, mount: string): string | undefined {
  const url = new URL(address)
  if (!`${url.pathname}/`.startsWith(`${mount}/`)) return undefined
  url.pathname = url.pathname.slice(mount.length) || '/'
  return url.href
}
