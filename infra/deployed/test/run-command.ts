import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPOSITORY } from '../../constructs/repository.ts'
import { spawnChild } from '../../local/child-process.ts'
import { ownEnvironment } from '../../local/config.ts'
import type { Progress } from '../../server/move/progress.ts'

export type Ended = { code: number | null; lines: string[] }

/** Starts a program of the repository; `env` replaces the environment of this process. */
export function startCommand(program: string, args: string[], env: NodeJS.ProcessEnv = ownEnvironment()) {
  const child = spawnChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(REPOSITORY, program), ...args],
    { cwd: REPOSITORY, env, output: 'pipe' },
  )
  let text = ''
  child.stdout?.on('data', chunk => {
    text += String(chunk)
  })
  const ended = once(child, 'close').then(([code]): Ended => ({ code, lines: text.split('\n').filter(Boolean) }))
  return { child, ended }
}

/** Runs a program of the repository to its end. @throws with its output when it fails */
export async function runCommand(program: string, args: string[], env?: NodeJS.ProcessEnv): Promise<string[]> {
  const { code, lines } = await startCommand(program, args, env).ended
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${lines.join('\n')}`)
  return lines
}

/** Kills a move with -9 as soon as its saved progress is far enough. @throws when it ends before */
export async function killAt(
  { child, ended }: { child: ChildProcess; ended: Promise<Ended> },
  dataDir: string,
  isFar: (progress: Progress) => boolean,
): Promise<void> {
  const file = join(dataDir, 'move.json')
  let end: Ended | undefined
  void ended.then(result => {
    end = result
  })
  while (!end) {
    if (existsSync(file) && isFar(JSON.parse(readFileSync(file, 'utf8')) as Progress)) {
      child.kill('SIGKILL')
      await ended
      return
    }
    await sleep(2)
  }
  throw new Error(`the move ended before it could be killed:\n${end.lines.join('\n')}`)
}
