/** Next calls this when the server starts: what is due is worked on before the first payer comes. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./books.ts')).books()
}
