import { expect, it } from 'vitest'
import { summarize } from './summarize.ts'

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
