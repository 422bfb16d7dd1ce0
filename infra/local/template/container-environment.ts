import type { Assembly } from './load-assembly.ts'
import type { Resolver } from './resolver.ts'

/** Returns the environment of the session host's container, as its task definition states it. */
export function containerEnvironment(assembly: Assembly, resolver: Resolver): Record<string, string> {
  const task = assembly.ofType('AWS::ECS::TaskDefinition')[0]
  if (!task) throw new Error('The templates have no task definition: the session host has no environment')
  const [container] = resolver.properties(task).ContainerDefinitions as {
    Environment?: { Name: string; Value: unknown }[]
  }[]
  return Object.fromEntries((container?.Environment ?? []).map(({ Name, Value }) => [Name, String(Value)]))
}
