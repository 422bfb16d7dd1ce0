import type { Migration } from './migration.ts'
import { moveSimulatedSystems } from './migrations/0002-move-simulated-systems.ts'

/** Every step in order; a step stays as it was published, because data of any age passes it. */
export const MIGRATIONS: readonly Migration[] = [moveSimulatedSystems]
