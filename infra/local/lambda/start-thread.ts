import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { Worker } from 'node:worker_threads'
import { ACCOUNT, REGION } from '../aws-names.ts'
import type { EnvironmentData } from './environment.ts'
import type { FunctionDefinition } from './function-definition.ts'
import { LOW_PRIORITY } from './process-priority.ts'

/** Size of an environment's young generation, MB. V8's default of 48 MB is never given back. */
const YOUNG_MB = 12

/** Starts the worker thread of a function, with its environment variables and its memory. */
export function startThread(definition: FunctionDefinition): Worker {
  const data: EnvironmentData = {
    entry: definition.entry,
    handler: definition.handler,
    timeoutMs: definition.timeoutMs,
    yields: definition.background === true || definition.concurrency !== undefined ? LOW_PRIORITY : undefined,
    readsPort: definition.readsPort,
    context: {
      functionName: definition.name,
      functionVersion: '$LATEST',
      invokedFunctionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${definition.name}`,
      memoryLimitInMB: String(definition.memoryMb),
      logGroupName: `/aws/lambda/${definition.name}`,
      logStreamName: 'local',
    },
  }
  return new Worker(environmentCode(), {
    env: environmentVariables(definition),
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  })
}

let code: URL | undefined

/**
 * Returns `environment.ts` without its types. Node would strip them in each thread, with 12 MB of
 * WebAssembly.
 */
function environmentCode(): URL {
  const source = () => stripTypeScriptTypes(readFileSync(new URL('./environment.ts', import.meta.url), 'utf8'))
  code ??= new URL(`data:text/javascript,${encodeURIComponent(`${source()}\n//# sourceURL=environment.ts`)}`)
  return code
}

function environmentVariables(definition: FunctionDefinition): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...definition.env,
    // AWS's functions map their stacks themselves. Here each thread would keep its source map for
    // good; `source-positions.ts` maps what is logged.
    NODE_OPTIONS: '',
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_MAX_CONCURRENCY: '64',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  }
}
