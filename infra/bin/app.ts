/**
 * Synthesizes the stacks of a stage into cdk.out: `npm run synth -- -c stage=prod`. The stage may
 * also come from STAGE; the CDK's command line passes its context by itself.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import { App } from 'aws-cdk-lib'
import { CONTEXT_KEYS, readEnvironment, stageSettings } from '../config.ts'
import { bundleFunctions } from '../constructs/function-bundles.ts'
import { servedAreas } from '../constructs/gateway-routes.ts'
import { REPOSITORY } from '../constructs/repository.ts'
import { balcaoApp } from '../stacks/balcao-app.ts'

async function main(): Promise<void> {
  const { stage, outdir } = readEnvironment()
  const settings = stageSettings({ ...(stage && { stage }), ...givenContext() })
  const webFiles = settings.local ? undefined : join(REPOSITORY, 'web/dist')
  if (webFiles && !existsSync(join(webFiles, 'index.html')))
    throw new Error(`The web is not built: ${webFiles} is missing (npx vite build in web/, or npm run deploy)`)

  // The assembly copies what it needs, so parallel syntheses never share a folder.
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-functions-'))
  try {
    const bundles = await bundleFunctions(servedAreas(SERVED_AREAS), scratch)
    balcaoApp(settings, { bundles, webFiles, outdir, validate: !settings.local }).synth()
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Returns the settings of our own arguments, else those of the CDK's command line. */
function givenContext(): Record<string, string> {
  const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true, default: [] } } })
  const ours = Object.fromEntries(values.context.map(pair => pair.split(/=(.*)/s).slice(0, 2)))
  // An app only to read the CDK's context; it must not write its own assembly at exit.
  const { node } = new App({ autoSynth: false, analyticsReporting: false })
  return Object.fromEntries(
    CONTEXT_KEYS.map(key => [key, ours[key] ?? node.tryGetContext(key)]).filter(([, value]) => value !== undefined),
  )
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
