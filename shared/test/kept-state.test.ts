import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
/** A variable of a module, or a collection that is made empty. */
const STATE =
  /^(?:export )?(?:(?:let|var) (\w+)|const (\w+)[^=]*= (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}))/gm

// Test files of a process share these modules (`STATELESS` in `vitest.config.ts`).
it('keeps no state in shared code, except what is the same for everybody', () => {
  const found = globSync('**/*.ts', { cwd: src })
    .filter(path => !path.endsWith('.test.ts'))
    .flatMap(path => [...readFileSync(src + path, 'utf8').matchAll(STATE)].map(([, a, b]) => `${path} ${a ?? b}`))
  expect(found.sort()).toEqual([
    // Loaded once a file.
    'ids.ts counter',
    'ids.ts lastMs',
    // A text and what it always becomes.
    'rules/automation/folded-text.ts last',
    // Made once.
    'rules/cut-text.ts characters',
  ])
})
