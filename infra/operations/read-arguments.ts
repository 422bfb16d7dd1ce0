import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Parses a command's arguments; prints its usage and ends the process when they are wrong. */
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

/** Ends the process before anything was done. */
export function endWithUsage(usage: string, problem = ''): never {
  if (problem) console.error(problem)
  console.error(`Usage: npm run ${usage}`)
  process.exit(1)
}
