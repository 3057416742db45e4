/** Next calls this when the server starts, so that pending work continues before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./gateway')).getGateway()
}
