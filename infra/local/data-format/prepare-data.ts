import { checkDatabases } from './check-databases.ts'
import { DataFormatError } from './data-format-error.ts'
import { readDataFormat, writeDataFormat } from './format-file.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'

/**
 * Prepares the data of a directory for this version, before anything opens them: refuses damaged
 * and newer data, and takes older ones through each step to the present format.
 * @param version version of the product
 * @param steps steps in order; the last one makes the present format
 * @returns a function that marks the directory with the present format; called once its databases
 * exist, since data of which a marked directory lacks a database count as damaged
 * @throws DataFormatError with what its operator can do
 */
export async function prepareData(
  dataDir: string,
  version: string,
  log: (line: string) => void,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<() => void> {
  const format = steps.at(-1)?.to ?? 1
  const found = readDataFormat(dataDir)
  if (found && found.format > format) throw new DataFormatError(tooNew(dataDir, found, version, format))
  // Data without a number may come from an export, which makes the table alone.
  if (found) checkDatabases(dataDir, found.format > 1)
  for (const step of stepsFrom(found?.format ?? format, steps)) {
    log(`data format ${step.to}: ${step.summary}`)
    await step.run(dataDir)
    writeDataFormat(dataDir, { format: step.to, version })
  }
  return () => {
    const marked = readDataFormat(dataDir)
    if (marked?.format !== format || marked.version !== version) writeDataFormat(dataDir, { format, version })
  }
}

/** Returns the steps that data of a format have not passed. */
export const stepsFrom = (format: number, steps: readonly Migration[] = MIGRATIONS): readonly Migration[] =>
  steps.filter(step => step.to > format)

function tooNew(dataDir: string, found: { format: number; version: string }, version: string, format: number): string {
  return `${dataDir} was written by Balcão ${found.version} (data format ${found.format}); this is ${version}, which knows formats up to ${format}.
Start the newer version, or restore a backup made before the update: docs/operations/update.md`
}
