import { readFileSync } from 'node:fs'
import { errorLines } from './error-lines.ts'
import type { UncaughtError } from './uncaught-reporter.ts'

/** The fields of vitest's JSON report that are read here. */
export type VitestReport = {
  testResults: {
    name: string
    status: string
    /** Error outside its tests, for example of a hook. */
    message: string
    /** A test has an error for each attempt that failed, also if a later one passed. */
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** A test of a run, with the first lines of its first error. */
export type NamedTest = { file: string; name: string; error: string[] }

/** Sums up a run. A file that fails before its tests run counts as one failure. */
export function summarize(report: VitestReport) {
  let passed = 0
  const skippedTests: NamedTest[] = []
  /** Passed at the second attempt. */
  const retriedTests: NamedTest[] = []
  const failedTests: NamedTest[] = []
  for (const { name: file, status, message, assertionResults } of report.testResults) {
    const before = failedTests.length
    for (const { status, fullName: name, failureMessages } of assertionResults) {
      const test = { file, name, error: errorLines(failureMessages[0] ?? '', file) }
      if (status === 'failed') failedTests.push(test)
      else if (status !== 'passed') skippedTests.push(test)
      else if (failureMessages.length > 0) retriedTests.push(test)
      if (status === 'passed') passed++
    }
    if (status === 'failed' && failedTests.length === before)
      failedTests.push({ file, name: 'the file itself', error: errorLines(message, file) })
  }
  return { passed, failed: failedTests.length, skipped: skippedTests.length, skippedTests, retriedTests, failedTests }
}

/** Returns the reporter's output; no results if there is none. */
export const readReport = (file: string): VitestReport => readJson<VitestReport>(file) ?? { testResults: [] }

/** Returns what no test caught, each with the file that ran meanwhile; nothing if there is no output. */
export const readUncaught = (file: string): NamedTest[] =>
  (readJson<UncaughtError[]>(file) ?? []).map(({ message, stack, VITEST_TEST_PATH: path = '' }) => ({
    file: path,
    name: 'an error that no test caught',
    error: errorLines(stack ?? message, path),
  }))

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
