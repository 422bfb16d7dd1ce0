import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { REPOSITORY } from '../../constructs/repository.ts'
import { spawnChild } from '../../local/child-process.ts'
import { NODE_ENVIRONMENT } from '../../local/node-environment.ts'

export type CommandOutcome = { code: number | null; lines: string[] }

/**
 * Runs an operator's command to its end.
 * @param program its file below `infra`
 * @param env added to an environment that names no service
 */
export async function runOperatorCommand(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandOutcome> {
  const file = join(REPOSITORY, 'infra', program)
  const child = spawnChild(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    output: 'pipe',
    env: { PATH: process.env.PATH, ...NODE_ENVIRONMENT, ...env },
  })
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return { code: code as number | null, lines: output.trimEnd().split('\n') }
}
