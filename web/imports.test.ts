import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('./src', import.meta.url))

/** Returns the feature, or the folder of `src`, that a file belongs to. */
const ownerOf = (file: string) => /^(features\/)?[^/]+/.exec(file)?.[0]

// Biome decides by the text of an import; a relative one would evade its rules (`biome.json`).
it('imports by a relative path only what belongs to the same feature or folder', () => {
  const files = globSync('{components,features,lib,realtime,shell}/**/*.{ts,tsx}', { cwd: src })
  expect(files.length).toBeGreaterThan(500)
  const leaving = files
    .filter(file => !file.endsWith('.d.ts'))
    .flatMap(file =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
        .map(([, path = '']) => ({ file, path }))
        .filter(({ path }) => ownerOf(join(dirname(file), path)) !== ownerOf(file)),
    )
  expect(leaving).toEqual([])
})
