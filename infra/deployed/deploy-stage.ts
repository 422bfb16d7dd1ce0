import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APIGatewayClient, UpdateRestApiCommand } from '@aws-sdk/client-api-gateway'
import { z } from 'zod'
import { cdkProgram } from '../constructs/cdk-program.ts'
import { REPOSITORY } from '../constructs/repository.ts'
import { ACCOUNT, REGION } from '../local/aws-names.ts'
import { ownEnvironment } from '../local/config.ts'
import type { Programs } from '../local/programs.ts'

export type DeployedApis = {
  /** Ids of the two APIs. */
  rest: string
  websocket: string
}

/**
 * Returns the environment of the CDK's command line: its own folder, and no calls of the internet.
 */
const cdkEnvironment = (dir: string) => ({
  PATH: ownEnvironment().PATH,
  HOME: dir,
  CDK_HOME: join(dir, 'cdk-home'),
  CDK_DISABLE_VERSION_CHECK: '1',
  CDK_DISABLE_CLI_TELEMETRY: 'true',
  NO_COLOR: '1',
})

/**
 * Prepares the account and deploys every stack of an assembly with the command line of the CDK, as
 * `npm run deploy` does.
 * @param options.env variables with the account's endpoints and credentials
 * @throws when a stack does not reach CREATE_COMPLETE
 */
export async function deployStage(
  programs: Programs,
  options: { assembly: string; dir: string; stage: string; env: Record<string, string> },
): Promise<DeployedApis> {
  const { assembly, dir, stage } = options
  const env = { ...cdkEnvironment(dir), ...options.env }
  const outputs = join(dir, 'outputs.json')
  const cdk = [process.execPath, cdkProgram()]
  const common = ['--app', assembly, '--no-notices']
  await programs.run('cdk-bootstrap', [...cdk, 'bootstrap', `aws://${ACCOUNT}/${REGION}`, ...common], {
    cwd: REPOSITORY,
    env,
    seconds: 120,
  })
  const quietly = ['--require-approval', 'never', '--progress', 'events', '--outputs-file', outputs]
  await programs.run('cdk-deploy', [...cdk, 'deploy', '--all', ...common, ...quietly], {
    cwd: REPOSITORY,
    env,
    seconds: 300,
  })
  return readApis(outputs, stage)
}

/** Returns the ids of the APIs, from the stacks' outputs. */
function readApis(file: string, stage: string): DeployedApis {
  const outputs = z.record(z.string(), z.record(z.string(), z.string())).parse(JSON.parse(readFileSync(file, 'utf8')))
  const websocket = outputs[`balcao-${stage}-realtime`]?.ApiId
  const address = Object.entries(outputs[`balcao-${stage}-api`] ?? {}).find(([name]) => name.startsWith('ApiEndpoint'))
  const rest = /^https:\/\/([^.]+)\.execute-api\./.exec(address?.[1] ?? '')?.[1]
  if (!websocket || !rest) throw new Error(`The stacks' outputs do not name both APIs: ${JSON.stringify(outputs)}`)
  return { rest, websocket }
}

/** Sets the source of API keys, which MiniStack's CloudFormation drops and its API keeps. */
export async function setKeySource(restApiId: string): Promise<void> {
  const client = new APIGatewayClient()
  await client.send(
    new UpdateRestApiCommand({
      restApiId,
      patchOperations: [{ op: 'replace', path: '/apiKeySource', value: 'AUTHORIZER' }],
    }),
  )
  client.destroy()
}
