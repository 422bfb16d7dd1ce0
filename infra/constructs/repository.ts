import { join } from 'node:path'

/** Absolute path of the repository, wherever a command was started. */
export const REPOSITORY = join(import.meta.dirname, '../..')
