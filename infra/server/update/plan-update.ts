import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFormat } from '../../local/data-format/format-file.ts'
import { MIGRATIONS } from '../../local/data-format/migrations.ts'
import { stepsFrom } from '../../local/data-format/prepare-data.ts'
import { changesSince } from './changes-since.ts'

/** Plan of the update of a data directory to this code. */
export type UpdatePlan = {
  /** Version and format of the data; undefined when there are none yet. */
  from: { version: string; format: number } | undefined
  to: { version: string; format: number }
  /** Steps that the data pass, in order. */
  steps: { to: number; summary: string }[]
  /** Sections of the changelog that are newer than the data. */
  changes: string
  /** Last backup that succeeded, UTC; undefined when there is none. */
  backupAt: string | undefined
}

/**
 * Returns what an update does, without changing anything.
 * @param changelog text of CHANGELOG.md
 * @throws DataFormatError when the data's number cannot be read
 */
export function planUpdate(dataDir: string, version: string, changelog: string): UpdatePlan {
  const from = readDataFormat(dataDir)
  const format = MIGRATIONS.at(-1)?.to ?? 1
  return {
    from,
    to: { version, format },
    steps: stepsFrom(from?.format ?? format).map(({ to, summary }) => ({ to, summary })),
    changes: from ? changesSince(changelog, from.version) : '',
    backupAt: lastBackup(dataDir),
  }
}

function lastBackup(dataDir: string): string | undefined {
  const file = join(dataDir, 'backup.json')
  if (!existsSync(file)) return undefined
  const { at, ok } = JSON.parse(readFileSync(file, 'utf8')) as { at: string; ok: boolean }
  return ok ? at : undefined
}

/** Returns the lines that `--check` prints. */
export function describePlan({ from, to, steps, changes, backupAt }: UpdatePlan): string[] {
  if (!from) return [`There are no data yet: nothing changes. This is version ${to.version}.`]
  return [
    `version      ${from.version} → ${to.version}`,
    `data format  ${from.format === to.format ? `${to.format}, as before` : `${from.format} → ${to.format}`}`,
    ...steps.map(step => `  step ${step.to}: ${step.summary}`),
    `last backup  ${backupAt ?? 'none'}`,
    ...(changes === '' ? [] : ['', changes]),
  ]
}
