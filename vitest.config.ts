import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const web = fileURLToPath(new URL('./web/src/', import.meta.url))

// `unit` runs in parallel beside one shared DynamoDB, SQS and S3; `system` starts whole products, two at once; `browser` looks at one
// product which all its files share.
export default defineConfig({
  resolve: { alias: [{ find: /^#\//, replacement: web }] },
  test: {
    maxWorkers: '100%',
    // A machine that others load may starve a test past its patience; the report names who needed the second try. By hand there is none.
    retry: process.env.CI ? 1 : 0,
    setupFiles: ['shared/test/output.ts'],
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,functions,session-host,infra,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.system.test.ts', '**/cdk.out/**', '**/dist/**'],
          sequence: { groupOrder: 0 },
          globalSetup: ['infra/local/test/services-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{functions,session-host,infra}/**/*.system.test.ts'],
          exclude: ['**/node_modules/**', '**/cdk.out/**', '**/dist/**'],
          sequence: { groupOrder: 1 },
          // They wait more than they work.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          sequence: { groupOrder: 2 },
          globalSetup: ['web/e2e/support/product.ts'],
          setupFiles: ['web/e2e/support/steps.ts'],
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
