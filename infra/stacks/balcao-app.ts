import { App } from 'aws-cdk-lib'
import type { StageSettings } from '../config.ts'
import type { Bundles } from '../constructs/function-bundles.ts'
import { ApiStack } from './api-stack.ts'
import { DataStack } from './data-stack.ts'
import { RealtimeStack } from './realtime-stack.ts'
import { SessionHostStack } from './session-host-stack.ts'
import { WebStack } from './web-stack.ts'
import { WorkersStack } from './workers-stack.ts'

type Inputs = {
  bundles: Bundles
  /**
   * The built web; undefined leaves the bucket empty, as the local cloud serves the files from
   * their folder.
   */
  webFiles: string | undefined
  /** Folder of the assembly. */
  outdir: string
  /** Validates the templates against CloudFormation's schemas, which takes two seconds. */
  validate: boolean
}

/**
 * Creates the stacks of one stage. Reads no account, network or Docker: CloudFormation resolves
 * what depends on them.
 */
export function balcaoApp(settings: StageSettings, { bundles, webFiles, outdir, validate }: Inputs): App {
  const app = new App({
    outdir,
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: validate,
  })
  const data = new DataStack(app, settings)
  const realtime = new RealtimeStack(app, settings, data, bundles)
  const api = new ApiStack(app, settings, data, realtime.endpoint, bundles)
  const web = new WebStack(app, settings, data, api.api, realtime.endpoint, webFiles)
  const workers = new WorkersStack(app, settings, data, realtime.endpoint, api.usagePlan, web.address, bundles)
  new SessionHostStack(app, settings, data)
  for (const stack of [api, workers, web])
    stack.addStackDependency(realtime, 'imports the id of the WebSocket API by name')
  return app
}
