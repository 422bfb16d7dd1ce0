import { readFileSync } from 'node:fs'

/** The fields of vitest's JSON report that are read here. */
export type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Sums up a run. A file that fails before its tests run counts as one failure. */
export function summarize(report: VitestReport) {
  let passed = 0
  const skippedNames: { file: string; name: string }[] = []
  const failedNames: { file: string; name: string }[] = []
  for (const { name: file, status, assertionResults } of report.testResults) {
    const before = failedNames.length
    for (const test of assertionResults) {
      if (test.status === 'passed') passed++
      else if (test.status === 'failed') failedNames.push({ file, name: test.fullName })
      else skippedNames.push({ file, name: test.fullName })
    }
    if (status === 'failed' && failedNames.length === before) failedNames.push({ file, name: 'the file itself' })
  }
  return { passed, failed: failedNames.length, skipped: skippedNames.length, failedNames, skippedNames }
}

/** Returns the reporter's output; no results if there is none. */
export function readReport(file: string): VitestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return { testResults: [] }
  }
}
