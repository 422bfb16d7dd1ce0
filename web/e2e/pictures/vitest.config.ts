import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const TIMEOUT_MS = 90_000
const FILL_TIMEOUT_MS = 900_000

/** Configuration of the pictures, which `npm run pictures` takes of a product of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: ['web/e2e/pictures/take.play.ts'],
    globalSetup: ['web/e2e/support/product.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: FILL_TIMEOUT_MS,
  },
})
