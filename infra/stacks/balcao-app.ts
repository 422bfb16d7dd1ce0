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
  /** The built web; undefined leaves the bucket empty, as the local cloud serves its files from where they lie. */
  webFiles: string | undefined
  /** Where the assembly goes. */
  outdir: string
  /** Check the templates against CloudFormation's schemas, which takes two seconds. */
  validate: boolean
}

/** The stacks of one stage. No account, network or Docker is asked: what depends on them is left to CloudFormation. */
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
