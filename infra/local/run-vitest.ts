import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPOSITORY } from '../constructs/repository.ts'
import { spawnChild } from './child-process.ts'
import { ownEnvironment } from './config.ts'
import { signalGroup } from './programs.ts'
import { type NamedTest, readReport, readUncaught, summarize } from './summarize.ts'
import { UNCAUGHT_REPORT } from './uncaught-reporter.ts'

export type Outcome = { passed: number; failed: number; skipped: number }

const UNCAUGHT = join(REPOSITORY, 'infra/local/uncaught-reporter.ts')

/**
 * Longest time a run may take to end after its last test, in ms; vitest waits forever for a worker
 * that still holds something open.
 */
const GRACE_MS = 60_000

/**
 * Runs vitest in the foreground and lists skipped tests, those that passed at the second attempt
 * and failed ones, with the first lines of their errors, then the errors that no test caught; each
 * list ends with an empty line.
 * @param args its projects and filters
 * @param env added to the environment
 */
export async function runVitest(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-test-'))
  const report = join(scratch, 'report.json')
  const uncaught = join(scratch, 'uncaught.json')
  const code = await run(report, args, { ...env, [UNCAUGHT_REPORT]: uncaught })
  const summary = summarize(readReport(report))
  const { passed, failed, skipped } = summary
  const outside = readUncaught(uncaught)
  rmSync(scratch, { recursive: true, force: true })
  listTests(summary)
  list('failed', outside)
  const all = failed + outside.length
  // A run that ended badly without either (a crash) counts as failed.
  return { passed, failed: code !== 0 && all === 0 ? 1 : all, skipped }
}

/** Prints the tests of a run that did not simply pass. */
export function listTests({ skippedTests, retriedTests, failedTests }: ReturnType<typeof summarize>): void {
  list('skipped', skippedTests)
  list('needed a second attempt', retriedTests)
  list('failed', failedTests)
}

function list(what: string, tests: readonly NamedTest[]): void {
  if (tests.length === 0) return
  const lines = tests.flatMap(({ file, name, error }) => [
    `  ${relative(REPOSITORY, file)}: ${name}`,
    ...error.map(line => `      ${line}`),
  ])
  console.log(`\n${what}:\n${lines.join('\n')}\n`)
}

function run(report: string, args: string[], env: Record<string, string>): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
  const reporters = [...['default', 'json', UNCAUGHT].map(each => `--reporter=${each}`), `--outputFile.json=${report}`]
  const child = spawnChild(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: REPOSITORY,
    env: {
      ...ownEnvironment(),
      NODE_OPTIONS: `${ownEnvironment().NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
      ...env,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return Promise.race([
    new Promise<number>(resolve => child.once('exit', exit => resolve(exit ?? 1))),
    endHanging(child, report),
  ])
}

/**
 * Ends a run that has reported its results and does not end by itself. The run counts as failed:
 * something in it was not cleaned up.
 */
async function endHanging(child: ChildProcess, report: string): Promise<number> {
  while (!existsSync(report)) await sleep(1000, undefined, { ref: false })
  await sleep(GRACE_MS, undefined, { ref: false })
  console.error(`the run had not ended ${GRACE_MS / 1000} s after its last test: one has left something running`)
  signalGroup(child.pid!, 'SIGKILL')
  return 1
}
