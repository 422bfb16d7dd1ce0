import { readFileSync } from 'node:fs'

/** What vitest's JSON reporter writes, as far as it is read here. */
export type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Sums a run. A file which fails before any of its tests ran counts as one failure. */
export function summarize(report: VitestReport) {
  let passed = 0
  let failed = 0
  const skippedNames: { file: string; name: string }[] = []
  for (const { name: file, status, assertionResults } of report.testResults) {
    let failedHere = 0
    for (const test of assertionResults) {
      if (test.status === 'passed') passed++
      else if (test.status === 'failed') failedHere++
      else skippedNames.push({ file, name: test.fullName })
    }
    if (status === 'failed' && failedHere === 0) failedHere = 1
    failed += failedHere
  }
  return { passed, failed, skipped: skippedNames.length, skippedNames }
}

/** What the reporter wrote; no results when it did not come to that. */
export function readReport(file: string): VitestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return { testResults: [] }
  }
}
