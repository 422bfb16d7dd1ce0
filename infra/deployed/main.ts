/**
 * `npm run test:deployed`: deploys the synthesized stacks onto an emulator of AWS that evaluates
 * IAM and TLS, then runs the checks of `test/` against the deployed stage, or those whose names
 * contain an argument. The last line is `N passed, N failed, N skipped`.
 *
 * Ends with 0 when all pass, with 1 when some fail, and with 77 when this machine cannot run the
 * tools.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cdkProgram } from '../constructs/cdk-program.ts'
import { REPOSITORY } from '../constructs/repository.ts'
import { ownEnvironment } from '../local/config.ts'
import { prepareWeb } from '../local/prepare.ts'
import { openPrograms, ProgramFailed } from '../local/programs.ts'
import { listTests } from '../local/run-vitest.ts'
import { readReport, summarize } from '../local/summarize.ts'
import { readMovedTickets, stageVariable, useVariables } from './config.ts'
import { deployStage, setKeySource } from './deploy-stage.ts'
import { makeDeployable } from './deployable.ts'
import { startDeployedHost } from './deployed-host.ts'
import { startEmulator } from './emulator.ts'
import { NotToBeHad, virtualEnvironment } from './python/virtual-environment.ts'

const STAGE = 'emulated'
const CACHE = join(REPOSITORY, '.cache/deployed')
/** Exit code of a program that cannot run on this machine; test runners read it as skipped. */
const LEFT_OUT = 77
/** Seconds of all checks; a server of thousands of tickets takes longer to move. */
const CHECKS_SECONDS = 900 + readMovedTickets()

const UNPROVEN = [
  'CloudFront: that it leads /api and /ws to the APIs, its headers, its functions',
  'scaling, NAT gateways, networks, the image of the session host and its start by ECS, the upload of the web',
  'keys of the public API by usageIdentifierKey, limits, WAF, alarms that fire, metrics',
  'of a move to the stage: its deployment with the secrets of the server (functions are given them one by one)',
  'what CloudFormation refuses and the emulator lets pass: cfn-lint and the tests of the templates look for that',
]

/**
 * cfn-lint without its warning of a dependency that the CDK writes although a reference implies it.
 */
const LINT = ['--ignore-checks', 'W3005', '--']

// Not in the repository, whose packages the deployed functions would find.
const dir = mkdtempSync(join(tmpdir(), 'balcao-deployed-'))
const programs = openPrograms(dir)
const stops: (() => Promise<void>)[] = [programs.close]
const began = Date.now()
let stopping: Promise<void> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    log(`ending (${signal})`)
    void stop().finally(() => {
      rmSync(dir, { recursive: true, force: true })
      process.exit(130)
    })
  })

const code = await main().catch(explain)
// An interrupted run ends as interrupted, whatever its steps report when their programs are gone.
if (stopping) await new Promise(() => {})
await stop()
if (code !== 1) rmSync(dir, { recursive: true, force: true })
process.exit(code)

/** Runs all steps. @returns the exit code */
async function main(): Promise<number> {
  cdkProgram()
  const python = await step('MiniStack and cfn-lint', 1080, () =>
    virtualEnvironment(programs, {
      dir: join(CACHE, 'venv'),
      requirements: join(import.meta.dirname, 'requirements.txt'),
      // Both of them run on these versions.
      minors: { oldest: 10, newest: 14 },
    }),
  )
  const assembly = join(dir, 'assembly')
  await step('the stacks, synthesized', 300, async () => {
    await prepareWeb(log)
    await synthesize(assembly)
  })
  const templates = readdirSync(assembly).filter(name => name.endsWith('.template.json'))
  await step(`cfn-lint on ${templates.length} templates`, 180, () =>
    programs.run('cfn-lint', [join(dirname(python), 'cfn-lint'), ...LINT, ...templates], {
      ...ours(),
      cwd: assembly,
      seconds: 180,
    }),
  )

  const emulator = await step('the emulator', 90, () => startEmulator(programs, { python, dir }))
  useVariables(emulator.env)
  const apis = `${emulator.url}/_aws/execute-api`
  const deployable = join(dir, 'deployable')
  const changes = makeDeployable({ from: assembly, to: deployable, stage: STAGE, callback: apis })
  const ids = await step('deployment', 420, () =>
    deployStage(programs, { assembly: deployable, dir, stage: STAGE, env: emulator.env }),
  )
  await step('the source of API keys', 30, () => setKeySource(ids.rest))
  const host = await step('the simulator and a session host in the role of its task', 150, () =>
    startDeployedHost({ emulator, dir, stage: STAGE, log }),
  )
  stops.push(host.close)

  const report = join(dir, 'report.json')
  const stage = {
    stage: STAGE,
    url: `${apis}/${ids.rest}`,
    wsUrl: `${apis.replace('https', 'wss')}/${ids.websocket}/ws`,
  }
  const variables = {
    ...emulator.env,
    ...stageVariable({
      ...stage,
      simUrl: host.simUrl,
      whatsapp: host.whatsapp,
      stopHostUrl: host.stopUrl,
      hostLog: join(dir, 'session-host.log'),
    }),
  }
  const failed = await step('the checks', CHECKS_SECONDS + 60, () =>
    Promise.race([check(report, variables), emulator.ended]).then(
      () => false,
      error => {
        // The checks have already printed their failures.
        if (!(error instanceof ProgramFailed && error.program === 'checks')) console.error(error)
        return true
      },
    ),
  )
  const summary = summarize(readReport(report))
  if (failed) log(`the logs are in ${dir}`)
  console.log(['', 'As synthesized, but:', ...changes, '', 'Not proven here:', ...UNPROVEN].join('\n  '))
  listTests(summary)
  // A run that ended badly without a failed check counts as failed.
  const lost = failed && summary.failed === 0 ? 1 : 0
  console.log(`\n${summary.passed} passed, ${summary.failed + lost} failed, ${summary.skipped} skipped`)
  return summary.failed + lost > 0 ? 1 : 0
}

/**
 * Synthesizes the stage as it would be deployed; the hosts use the egress that the emulator
 * supports.
 */
async function synthesize(outdir: string): Promise<void> {
  const app = ['infra/bin/app.ts', '-c', `stage=${STAGE}`, '-c', 'egress=public-address']
  await programs.run('synth', [...node(), ...app], { ...ours({ CDK_OUTDIR: outdir }), seconds: 240 })
}

/** Runs the checks. @throws when one fails */
async function check(report: string, variables: Record<string, string>): Promise<void> {
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const filters = process.argv.slice(2)
  const vitest = [
    join(REPOSITORY, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...filters,
    '--config',
    config,
    ...reporters,
  ]
  await programs.run('checks', [...node(), ...vitest], { ...ours(variables), seconds: CHECKS_SECONDS, echo: true })
}

function node(): string[] {
  return [process.execPath, '--disable-warning=ExperimentalWarning']
}

function ours(more: Record<string, string> = {}) {
  return { cwd: REPOSITORY, env: { ...ownEnvironment(), ...more } }
}

/** Runs a step and prints its duration. @throws when it takes longer than the given seconds */
async function step<T>(what: string, seconds: number, work: () => Promise<T>): Promise<T> {
  const start = Date.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not done after ${seconds} s`)), seconds * 1000)
  })
  try {
    const result = await Promise.race([work(), late])
    log(`${what}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
    return result
  } finally {
    clearTimeout(timer)
  }
}

function explain(error: unknown): number {
  if (stopping) return 130
  if (error instanceof NotToBeHad) {
    log(`left out: ${error.message}`)
    return LEFT_OUT
  }
  console.error(error instanceof Error ? error.message : error)
  log(`the logs are in ${dir}`)
  console.log('0 passed, 1 failed, 0 skipped')
  return 1
}

/** Ends everything that was started, in reverse order. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const end of stops.reverse()) await end().catch(error => console.error(error))
  })()
  return stopping
}

function log(line: string): void {
  console.log(`… ${((Date.now() - began) / 1000).toFixed(0).padStart(3)} s  ${line}`)
}
