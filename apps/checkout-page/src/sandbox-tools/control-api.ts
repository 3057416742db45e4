/** Calls the sandbox's control API; undefined when it refuses or does not answer. */
export async function callControl(method: string, path: string, body?: object): Promise<unknown> {
  try {
    const response = await fetch(`/_sandbox${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** Reads a path of the sandbox's control API. Undefined when the API does not answer. */
export async function readControl<Body>(path: string): Promise<Body | undefined> {
  return (await callControl('GET', path)) as Body | undefined
}
