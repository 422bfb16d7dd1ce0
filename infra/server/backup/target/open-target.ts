import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { explainForbidden } from '../explain-forbidden.ts'
import type { BackupTarget } from './backup-target.ts'
import { openFolderTarget } from './folder-target.ts'
import type { S3Account } from './s3-target.ts'

/**
 * Opens the target that `--to` or `--from` names: a folder, or `s3://bucket/prefix`.
 * @param options.make makes a folder that does not exist
 * @param options.s3 account of a bucket; what it leaves out comes from the environment
 */
export async function openTarget(
  name: string,
  { make, s3 }: { make: boolean; s3?: S3Account | undefined },
): Promise<BackupTarget> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(name) ?? []
  if (bucket !== undefined) {
    const { openS3Target } = await import('./s3-target.ts')
    return openS3Target(bucket, prefix.replace(/\/+$/, ''), s3)
  }
  if (/^\w+:\/\//.test(name)) throw new Error(`${name} is neither a folder nor s3://bucket/prefix`)
  const dir = resolve(name)
  if (make) makeWritable(dir)
  else if (!existsSync(dir)) throw new Error(`there is no folder ${dir}`)
  return openFolderTarget(dir)
}

function makeWritable(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK)
  } catch (error) {
    throw explainForbidden(error, dir)
  }
}
