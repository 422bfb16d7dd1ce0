import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ownEnvironment } from '../../../local/config.ts'
import type { BackupTarget } from './backup-target.ts'

/** S3 takes 10,000 parts of at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024
const MOST_PARTS = 9000
const KEYS_A_DELETION = 1000
const ANY_REGION = 'us-east-1'

/** Account at a storage that speaks S3. What is undefined is read as every AWS SDK reads it. */
export type S3Account = {
  keyId?: string | undefined
  secret?: string | undefined
  region?: string | undefined
  endpoint?: string | undefined
}

/** Opens a prefix of a bucket as a target. */
export function openS3Target(Bucket: string, prefix: string, account: S3Account = {}): BackupTarget {
  const { keyId, secret, region, endpoint } = account
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = ownEnvironment()
  const client = new S3Client({
    // Addresses of other providers seldom have a name for each bucket.
    forcePathStyle: Boolean(endpoint ?? AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL),
    ...(keyId && secret ? { credentials: { accessKeyId: keyId, secretAccessKey: secret } } : {}),
    // Others than AWS mostly do not mind which one.
    ...((region ?? endpoint) ? { region: region ?? ANY_REGION } : {}),
    ...(endpoint ? { endpoint } : {}),
  })
  const base = prefix === '' ? '' : `${prefix}/`
  const keyOf = (path: string) => base + path
  return {
    nameOf: path => `s3://${Bucket}/${keyOf(path)}`,
    async list(folder) {
      const files = new Map<string, number>()
      const Prefix = keyOf(folder === '' ? '' : `${folder}/`)
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        for (const { Key = '', Size = 0 } of page.Contents ?? []) files.set(Key.slice(base.length), Size)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return files
    },
    async write(path, Body, bytes) {
      const partSize = Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS))
      await new Upload({ client, params: { Bucket, Key: keyOf(path), Body }, partSize, queueSize: 2 }).done()
    },
    async create(path, Body) {
      try {
        await client.send(new PutObjectCommand({ Bucket, Key: keyOf(path), Body, IfNoneMatch: '*' }))
        return true
      } catch (error) {
        if ((error as Error).name === 'PreconditionFailed') return false
        throw error
      }
    },
    async read(path) {
      return (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(path) }))).Body as Readable
    },
    async remove(paths) {
      for (let at = 0; at < paths.length; at += KEYS_A_DELETION) {
        const Objects = paths.slice(at, at + KEYS_A_DELETION).map(path => ({ Key: keyOf(path) }))
        const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
        if (Errors[0]) throw new Error(`${Errors[0].Key} could not be removed: ${Errors[0].Message}`)
      }
    },
    close: () => client.destroy(),
  }
}
