import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from '../migration.ts'

/** Renames the folder in which versions before 0.2 kept what simulated systems store. */
export const moveSimulatedSystems: Migration = {
  to: 2,
  summary: 'the folder simulator/outside becomes simulator/simulators',
  run(dataDir) {
    const earlier = join(dataDir, 'simulator', 'outside')
    const current = join(dataDir, 'simulator', 'simulators')
    if (existsSync(earlier) && !existsSync(current)) renameSync(earlier, current)
  },
}
