/** Resolves at Ctrl-C or SIGTERM. A second one ends the process at once, since only the first is handled. */
export function stopSignal() {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
      // npm ends at a signal without passing it on: a process whose npm is gone must stop too.
      const parent = process.ppid
      if (process.env.npm_command) setInterval(() => process.ppid !== parent && resolve(), 500).unref()
    })
  )
}
