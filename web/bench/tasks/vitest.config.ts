import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const TIMEOUT_MS = 900_000

/** Configuration of the tasks, which `npm run bench:tasks` times on a product of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: ['web/bench/tasks/tasks.play.ts'],
    globalSetup: ['web/e2e/support/product.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
  },
})
