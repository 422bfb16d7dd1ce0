import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By name: the files share one stage, and the later ones look at what the earlier ones left. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
  }
}

/** The checks of a deployed stage, which `main.ts` runs. */
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
