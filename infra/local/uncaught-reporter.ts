import { writeFileSync } from 'node:fs'

/** Error that no test caught, as vitest hands it on; the path is of the file that ran meanwhile. */
export type UncaughtError = { message: string; stack?: string; VITEST_TEST_PATH?: string }

/** Name of the variable with the file to write. */
export const UNCAUGHT_REPORT = 'BALCAO_UNCAUGHT_REPORT'

/**
 * Reporter of vitest that writes the errors outside tests as JSON: a run with one fails, and the
 * JSON report does not have them.
 */
export default class UncaughtReporter {
  onTestRunEnd(_modules: unknown, errors: readonly UncaughtError[]): void {
    const file = process.env[UNCAUGHT_REPORT]
    if (!file) return
    const uncaught = errors.map(({ message, stack, VITEST_TEST_PATH }) => ({ message, stack, VITEST_TEST_PATH }))
    writeFileSync(file, JSON.stringify(uncaught))
  }
}
