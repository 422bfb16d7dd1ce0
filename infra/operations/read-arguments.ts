import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The arguments a command was called with; of others it says how it is used, and ends. */
export function readArguments<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    return endWithUsage(usage, (error as Error).message)
  }
}

/** Ends the process, having done nothing. */
export function endWithUsage(usage: string, problem = ''): never {
  if (problem) console.error(problem)
  console.error(`Usage: npm run ${usage}`)
  process.exit(1)
}
