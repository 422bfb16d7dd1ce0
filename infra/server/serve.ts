// Entry of `npm run serve`: it imports nothing of a package, so that missing ones are a refusal.
import { REFUSED } from '../local/refusal.ts'

try {
  await import('./run-serve.ts')
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error
  console.error(`A part of the program is missing (${message.split('\n')[0]}). Run: npm ci`)
  process.exit(REFUSED)
}
