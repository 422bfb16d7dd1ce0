// `npm test`: every test of every workspace. The last line is `N passed, N failed, N skipped`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { ownEnvironment } from './config.ts'
import { prepareAssembly, prepareWeb } from './prepare.ts'
import { readReport, summarize } from './summarize.ts'

const scratch = mkdtempSync(join(tmpdir(), 'balcao-test-'))
const report = join(scratch, 'report.json')
let failedBefore = false
try {
  await Promise.all([prepareAssembly(say), prepareWeb(say)])
} catch (error) {
  // Tests that need neither still say what they have to say.
  console.error(error)
  failedBefore = true
}

const code = await runVitest(process.argv.slice(2))
const summary = summarize(readReport(report))
if (summary.skippedNames.length > 0) {
  console.log(
    `\nskipped:\n${summary.skippedNames.map(({ file, name }) => `  ${relative(REPOSITORY, file)}: ${name}`).join('\n')}`,
  )
}
// A run that ended badly without a failed test (an unhandled error, a crash) has failed all the same.
const lost = (code !== 0 && summary.failed === 0 ? 1 : 0) + (failedBefore ? 1 : 0)
rmSync(scratch, { recursive: true, force: true })
process.exitCode = summary.failed + lost > 0 ? 1 : 0
console.log(`${summary.passed} passed, ${summary.failed + lost} failed, ${summary.skipped} skipped`)

function runVitest(filters: string[]): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...filters], {
    cwd: REPOSITORY,
    stdio: 'inherit',
    env: {
      ...ownEnvironment(),
      NODE_OPTIONS: `${ownEnvironment().NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise(resolve => child.once('exit', exit => resolve(exit ?? 1)))
}

function say(line: string): void {
  console.log(`… ${line}`)
}
