/** Problems of a server that its super users are told about, the gravest first. */
export const SERVER_PROBLEMS = ['storageFull', 'diskLow', 'queueOld', 'backupFailed'] as const
export type ServerProblem = (typeof SERVER_PROBLEMS)[number]

/** Part of the disk that should stay free. */
const FREE_PART = 0.1
/** Seconds after which the oldest message of a queue has waited too long. */
const OLD_SECONDS = 300

type State = {
  disk: { free: number; total: number }
  queues: readonly { oldestSeconds: number }[]
  backup: { ok: boolean } | null
  storageFull: boolean
}

/**
 * Returns what is wrong with a server, the gravest first. A full disk is not called low as well.
 */
export function serverProblems({ disk, queues, backup, storageFull }: State): ServerProblem[] {
  const found: Record<ServerProblem, boolean> = {
    storageFull,
    diskLow: !storageFull && disk.free < disk.total * FREE_PART,
    queueOld: queues.some(({ oldestSeconds }) => oldestSeconds > OLD_SECONDS),
    backupFailed: backup?.ok === false,
  }
  return SERVER_PROBLEMS.filter(problem => found[problem])
}
