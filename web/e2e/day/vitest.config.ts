import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const TIMEOUT_MS = 300_000

/** Configuration of the day, which `npm run day` plays on a product of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: ['web/e2e/day/*.play.ts'],
    globalSetup: ['web/e2e/support/product.ts'],
    setupFiles: ['web/e2e/support/steps.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
  },
})
