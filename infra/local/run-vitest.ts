import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { ownEnvironment } from './config.ts'
import { readReport, summarize } from './summarize.ts'

export type Outcome = { passed: number; failed: number; skipped: number }

/**
 * Runs vitest in the foreground and lists what was skipped.
 * @param args its projects and filters
 * @param env added to the environment
 */
export async function runVitest(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-test-'))
  const report = join(scratch, 'report.json')
  const code = await run([`--outputFile.json=${report}`, ...args], env)
  const { passed, failed, skipped, skippedNames } = summarize(readReport(report))
  rmSync(scratch, { recursive: true, force: true })
  if (skipped > 0) {
    const names = skippedNames.map(({ file, name }) => `  ${relative(REPOSITORY, file)}: ${name}`)
    console.log(`\nskipped:\n${names.join('\n')}`)
  }
  // A run that ended badly without a failed test (an unhandled error, a crash) has failed all the same.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

function run(args: string[], env: Record<string, string>): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=default', '--reporter=json', ...args], {
    cwd: REPOSITORY,
    stdio: 'inherit',
    env: {
      ...ownEnvironment(),
      NODE_OPTIONS: `${ownEnvironment().NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
      ...env,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise(resolve => child.once('exit', exit => resolve(exit ?? 1)))
}
