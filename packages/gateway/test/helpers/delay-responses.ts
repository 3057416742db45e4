/** Delays the replies of the provider to calls whose URL matches `path` until `release` is called. */
export function delayResponses(path: RegExp) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = () => {}
  const arrived = new Promise<void>((resolve) => {
    reached = resolve
  })
  return {
    arrived,
    release: () => release(),
    wrapProvider: (provider: (...args: never[]) => Promise<Response>) =>
      (async (...args: never[]) => {
        const response = await provider(...args)
        if (path.test(String(args[0]))) {
          reached()
          await held
        }
        return response
      }) as never,
  }
}
