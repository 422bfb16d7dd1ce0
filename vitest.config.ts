import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const web = fileURLToPath(new URL('./web/src/', import.meta.url))

// Compiled code of the processes that tests start, which inherit it: it halves the processor time of
// a start. The workers of vitest read it, too.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('./.cache/local/compiled', import.meta.url))

const CLOCK = 'web/e2e/schedules.e2e.ts'
const BROWSER = {
  isolate: false,
  globalSetup: ['web/e2e/support/product.ts'],
  setupFiles: ['web/e2e/support/steps.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/**
 * Shared code without state (`shared/test/kept-state.test.ts`), which Node loads once a process
 * instead of once a file. Not the source of ids: it keeps the last one, and tests move the clock.
 */
const STATELESS = /\/shared\/src\/(?!ids\.ts$|.*\.test\.ts$).*\.ts$/

const TIMEOUTS = { testTimeout: 60_000, hookTimeout: 180_000 }
/** A process takes one file after another: see `fresh-file.ts`. */
const REUSED = { isolate: false, sequence: { groupOrder: 0 } }
const PAGES = { ...REUSED, ...TIMEOUTS, setupFiles: ['web/src/testing/fresh-page.ts'] }

/** Spreads the tests of whole products, which mostly wait, between the others. */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waiting = sorted.filter(({ project }) => project.name === 'system')
    const others = sorted.filter(({ project }) => project.name !== 'system')
    const units = others.filter(({ project }) => project.name === 'unit').length
    const first = others.findIndex(({ project }) => project.name === 'unit')
    // None of them is left over for the end.
    const distance = Math.ceil((units * 0.7) / waiting.length)
    return others
      .flatMap((spec, i) => {
        const due = i >= first && (i - first) % distance === 0 ? waiting.splice(0, 1) : []
        return [...due, spec]
      })
      .concat(waiting)
  }
}

// `unit` runs in parallel on one shared DynamoDB, SQS and S3; `rules` and `screens` need none.
// `system` starts whole products; the files of `browser` share one product, two at a time.
export default defineConfig({
  resolve: { alias: [{ find: /^#\//, replacement: web }] },
  test: {
    // Tests wait for a third of their time or more. Vitest limits a percentage to all cores.
    maxWorkers: availableParallelism() * 2,
    // A busy machine may exceed a test's timeout. The report names the tests that needed a retry.
    retry: process.env.CI ? 1 : 0,
    setupFiles: ['shared/test/fresh-file.ts', 'shared/test/output.ts'],
    sequence: { setupFiles: 'list', sequencer: Mixed },
    expect: { poll: { timeout: 10_000 } },
    server: { deps: { external: [STATELESS] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{functions,session-host,infra}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.system.test.ts', '**/cdk.out/**', '**/dist/**'],
          ...REUSED,
          ...TIMEOUTS,
          globalSetup: ['infra/local/test/services-setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...PAGES, name: 'rules', include: ['shared/**/*.test.ts', 'web/{,src/**/}*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...PAGES,
          name: 'screens',
          include: ['web/src/**/*.test.tsx'],
          environment: 'jsdom',
          // It keeps what is shown, so it has to be as new in each file as modules of ours are.
          server: { deps: { inline: ['sonner'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{functions,session-host,infra}/**/*.system.test.ts'],
          exclude: ['**/node_modules/**', '**/cdk.out/**', '**/dist/**'],
          sequence: { groupOrder: 0 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER,
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          exclude: [CLOCK],
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      // It moves the clock, for every company of its product.
      { extends: true, test: { ...BROWSER, name: 'browser-clock', include: [CLOCK], sequence: { groupOrder: 2 } } },
    ],
  },
})
