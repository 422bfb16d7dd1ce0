import { text } from 'node:stream/consumers'
import type { BackupTarget } from './backup-target.ts'

/** Reads a small file of a target. */
export const readText = async (target: BackupTarget, path: string): Promise<string> => text(await target.read(path))
