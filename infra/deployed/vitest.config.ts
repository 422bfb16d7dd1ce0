import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Sorts by name: the files share one stage, and later ones check the results of earlier ones. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
  }
}

/** Vitest's configuration for the checks of a deployed stage, which `main.ts` runs. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['infra/deployed/test/*.deployed.ts'],
    fileParallelism: false,
    maxWorkers: 1,
    sequence: { sequencer: ByName },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
