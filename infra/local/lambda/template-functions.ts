import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WORK_TAG } from '../../constructs/work-tag.ts'
import type { Assembly, Resource } from '../template/load-assembly.ts'
import type { Resolver } from '../template/resolver.ts'
import type { FunctionDefinition } from './function-definition.ts'

/**
 * Returns the functions of an assembly, with the environment the template gives them.
 * @param env added to every function: the endpoints of the local services
 * @param readsEndpoint DynamoDB for reads of the functions that somebody waits for
 */
export function templateFunctions(
  assembly: Assembly,
  resolver: Resolver,
  env: Record<string, string>,
  readsEndpoint?: string,
): FunctionDefinition[] {
  return assembly.ofType('AWS::Lambda::Function').flatMap(resource => {
    const entry = bundleOf(assembly, resolver, resource)
    if (!resolver.exists(resource) || !entry) return []
    const properties = resolver.properties(resource)
    const variables = (properties.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {}
    const background = isBackground(properties)
    return {
      name: resolver.idOf(resource),
      entry,
      handler: String(properties.Handler).split('.').at(-1)!,
      timeoutMs: Number(properties.Timeout ?? 3) * 1000,
      memoryMb: Number(properties.MemorySize ?? 128),
      ...(background ? { background } : {}),
      ...(background || !readsEndpoint ? {} : { readsPort: Number(new URL(readsEndpoint).port) }),
      ...(properties.ReservedConcurrentExecutions === undefined
        ? {}
        : { concurrency: Number(properties.ReservedConcurrentExecutions) }),
      env: {
        ...Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
        ...env,
      },
    }
  })
}

function isBackground({ Tags = [] }: { Tags?: { Key: string; Value: unknown }[] }): boolean {
  return Tags.some(({ Key, Value }) => Key === WORK_TAG.key && Value === WORK_TAG.background)
}

/** Returns the name of the function in a resolved ARN or integration URI. */
export function functionNameIn(uri: unknown): string | undefined {
  return /function:([\w-]+)/.exec(String(uri))?.[1]
}

/**
 * Returns the file with the handler; undefined for inline code and for runtimes other than Node.
 */
function bundleOf(assembly: Assembly, resolver: Resolver, resource: Resource): string | undefined {
  const properties = resolver.properties(resource)
  if (!String(properties.Runtime ?? '').startsWith('nodejs')) return undefined
  const key = (properties.Code as { S3Key?: string } | undefined)?.S3Key
  const dir = key ? assembly.assetPath(key.split('/').at(-1)!.split('.')[0]!) : undefined
  if (!dir) return undefined
  const file = String(properties.Handler).split('.').slice(0, -1).join('.')
  return ['mjs', 'js', 'cjs'].map(extension => join(dir, `${file}.${extension}`)).find(existsSync)
}
