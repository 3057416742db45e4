/** Where the console is mounted, by the page's `<base>`: `/admin/payments/`. */
export const BASE_PATH = new URL(document.baseURI).pathname

/** Address of something under the mount. */
export const under = (path: string): string => new URL(path.replace(/^\//, ''), document.baseURI).href
