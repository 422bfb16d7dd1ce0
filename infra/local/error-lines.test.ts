import { expect, it } from 'vitest'
import { errorLines } from './error-lines.ts'

it('gives the first lines of an error, and where the test file threw it', () => {
  const error = [
    '\u001b[31mTimeoutError\u001b[39m: locator.waitFor: Timeout 60000ms exceeded.',
    'Call log:',
    "  - waiting for getByText('198 de 198 entregues') to be visible",
    '',
    '    at wait (/project/web/e2e/support/serve.ts:7:9)',
    '    at /project/web/e2e/campaigns.e2e.ts:119:49',
    '    at new Promise (<anonymous>)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  ]
  expect(errorLines(error.join('\n'), '/project/web/e2e/campaigns.e2e.ts')).toEqual([
    'TimeoutError: locator.waitFor: Timeout 60000ms exceeded.',
    'Call log:',
    "  - waiting for getByText('198 de 198 entregues') to be visible",
    'at line 119',
  ])
  expect(errorLines('', 'a.test.ts')).toEqual([])
  expect(errorLines(`${'x'.repeat(1000)}\n${'y\n'.repeat(100)}`, 'a.test.ts')).toEqual(['x'.repeat(160), ...'yyyy'])
})
