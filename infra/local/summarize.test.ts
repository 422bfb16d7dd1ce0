import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { readUncaught, summarize } from './summarize.ts'
import UncaughtReporter, { UNCAUGHT_REPORT } from './uncaught-reporter.ts'

afterEach(() => vi.unstubAllEnvs())

const test = (status: string, { name = status, errors = [] as string[] } = {}) => ({
  status,
  fullName: name,
  failureMessages: errors,
})

it('sums files, names what failed, was tried twice or skipped, and counts files that did not load', () => {
  const passed = [test('passed'), test('passed', { name: 'late', errors: ['Error: no'] })]
  expect(
    summarize({
      testResults: [
        {
          name: 'a',
          status: 'passed',
          message: '',
          assertionResults: [...passed, test('pending', { name: 'later' })],
        },
        {
          name: 'b',
          status: 'failed',
          message: '',
          assertionResults: [test('passed'), test('failed', { errors: ['Error: first', 'Error: second'] })],
        },
        { name: 'c', status: 'failed', message: 'SyntaxError', assertionResults: [] },
        // A hook that failed leaves its tests unrun.
        { name: 'd', status: 'failed', message: 'hook', assertionResults: [test('skipped', { name: 'never ran' })] },
      ],
    }),
  ).toEqual({
    passed: 3,
    failed: 3,
    skipped: 2,
    skippedTests: [
      { file: 'a', name: 'later', error: [] },
      { file: 'd', name: 'never ran', error: [] },
    ],
    retriedTests: [{ file: 'a', name: 'late', error: ['Error: no'] }],
    failedTests: [
      { file: 'b', name: 'failed', error: ['Error: first'] },
      { file: 'c', name: 'the file itself', error: ['SyntaxError'] },
      { file: 'd', name: 'the file itself', error: ['hook'] },
    ],
  })
})

it('names the errors that no test caught, with the file that ran meanwhile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-uncaught-'))
  const file = join(folder, 'uncaught.json')
  expect(readUncaught(file)).toEqual([])
  vi.stubEnv(UNCAUGHT_REPORT, file)
  const stack = 'Error: late\n    at later (/here/a.test.ts:7:3)'
  new UncaughtReporter().onTestRunEnd([], [{ message: 'late', stack, VITEST_TEST_PATH: '/here/a.test.ts' }])
  expect(readUncaught(file)).toEqual([
    { file: '/here/a.test.ts', name: 'an error that no test caught', error: ['Error: late', 'at line 7'] },
  ])
  rmSync(folder, { recursive: true })
})
