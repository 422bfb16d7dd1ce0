import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../', import.meta.url))

it('is how actions fetch: a fetch of the cache alone pauses without a network, and they would wait', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter(path => !/\.(test|browser)\.tsx?$/.test(path))
    .filter(path => readFileSync(src + path, 'utf8').includes('.fetchQuery('))
  expect(found.sort()).toEqual([
    // After an answer of the server.
    'features/orders/cart/show-merge-result.ts',
    'features/team/queue-menu/use-menu-draft.ts',
    'lib/fetch-or-cached.ts',
  ])
})
