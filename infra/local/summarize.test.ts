import { expect, it } from 'vitest'
import { summarize } from './summarize.ts'

const test = (status: string, fullName = status) => ({ status, fullName })

it('sums files, names what failed and was skipped, and counts files that did not load', () => {
  expect(
    summarize({
      testResults: [
        { name: 'a', status: 'passed', assertionResults: [test('passed'), test('passed'), test('pending', 'later')] },
        { name: 'b', status: 'failed', assertionResults: [test('passed'), test('failed')] },
        { name: 'c', status: 'failed', assertionResults: [] },
        // A hook that failed leaves its tests unrun.
        { name: 'd', status: 'failed', assertionResults: [test('skipped', 'never ran')] },
      ],
    }),
  ).toEqual({
    passed: 3,
    failed: 3,
    skipped: 2,
    failedNames: [
      { file: 'b', name: 'failed' },
      { file: 'c', name: 'the file itself' },
      { file: 'd', name: 'the file itself' },
    ],
    skippedNames: [
      { file: 'a', name: 'later' },
      { file: 'd', name: 'never ran' },
    ],
  })
})
