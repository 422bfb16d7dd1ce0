// `npm test`: runs the tests of all workspaces. The last line is `N passed, N failed, N skipped`.
import { prepareBuilt } from '../test/system/start-server.ts'
import { prepareAssembly, prepareWeb } from './prepare.ts'
import { runVitest } from './run-vitest.ts'

let failedBefore = 0
try {
  await Promise.all([prepareAssembly(log), prepareWeb(log)])
  await prepareBuilt(log)
} catch (error) {
  // Tests that need neither still run.
  console.error(error)
  failedBefore = 1
}

const outcome = await runVitest(process.argv.slice(2))
const failed = outcome.failed + failedBefore
process.exitCode = failed > 0 ? 1 : 0
console.log(`${outcome.passed} passed, ${failed} failed, ${outcome.skipped} skipped`)

function log(line: string): void {
  console.log(`… ${line}`)
}
