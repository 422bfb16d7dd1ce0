import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../', import.meta.url))

it('is asked wherever a picture or a video stands, so that none shows the browser’s broken sign', () => {
  const careless = globSync('**/*.tsx', { cwd: src })
    .filter(path => !path.endsWith('.test.tsx'))
    .filter(path => {
      const code = readFileSync(src + path, 'utf8')
      return /<(img|video)\b/.test(code) && !code.includes('useBroken(')
    })
  expect(careless).toEqual([])
})
