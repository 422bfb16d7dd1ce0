// Loaded first before every test file. A process may run several files, one after the other: each
// begins with fresh modules of the project and its own environment. Packages and the shared code
// without state (`vitest.config.ts`) are kept, since loading them took longer than the tests.
import { vi } from 'vitest'
import { passMidnight } from './pass-midnight.ts'

/** Longer than a file of tests takes that says what is today. */
const FILE_MS = 60_000

vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()

const kept = globalThis as { testEnvironment?: NodeJS.ProcessEnv }
kept.testEnvironment ??= { ...process.env }
for (const name of Object.keys(process.env))
  if (!(name in kept.testEnvironment) && !name.startsWith('VITEST')) delete process.env[name]
for (const [name, value] of Object.entries(kept.testEnvironment))
  if (!name.startsWith('VITEST')) process.env[name] = value

await passMidnight(FILE_MS)
