import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { CREDENTIALS, REGION } from '../../../local/aws-names.ts'
import { resourceNames, testResources } from '../../../local/resources.ts'
import { startServices } from '../../../local/start-services.ts'
import type { Manifest } from '../manifest.ts'
import { takeBackup } from '../take-backup.ts'
import { openTarget } from '../target/open-target.ts'

export const scratch = (): string => mkdtempSync(join(tmpdir(), 'balcao-backup-'))

const names = resourceNames('server')
const client = { region: REGION, credentials: CREDENTIALS }

/** Runs table, queues and objects on a data directory, with calls to fill and read them. */
export async function openState(dataDir: string) {
  const services = await startServices({ dataDir, resources: testResources('server') })
  const table = new DynamoDBClient({ ...client, endpoint: services.endpoints.dynamodb })
  const s3 = new S3Client({ ...client, endpoint: services.endpoints.s3, forcePathStyle: true })
  const QueueUrl = services.queueUrl(names.jobs)
  const object = (Key: string) => ({ Bucket: names.bucket, Key })
  return {
    services,
    putRow: (pk: string) =>
      table.send(new PutItemCommand({ TableName: names.table, Item: { pk: { S: pk }, sk: { S: 'row' } } })),
    async rows() {
      const { Items = [] } = await table.send(new ScanCommand({ TableName: names.table }))
      return Items.map(({ pk }) => pk!.S!).sort()
    },
    send: (MessageBody: string) => services.sqs.call('SendMessage', { QueueUrl, MessageBody }),
    async messages() {
      const bodies: string[] = []
      for (;;) {
        const { Messages = [] } = await services.sqs.call('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 })
        if ((Messages as []).length === 0) return bodies.sort()
        bodies.push(...(Messages as { Body: string }[]).map(({ Body }) => Body))
      }
    },
    putObject: (key: string, Body: string | Buffer) => s3.send(new PutObjectCommand({ ...object(key), Body })),
    readObject: async (key: string) => (await s3.send(new GetObjectCommand(object(key)))).Body!.transformToString(),
    deleteObject: (key: string) => s3.send(new DeleteObjectCommand(object(key))),
    async close() {
      table.destroy()
      s3.destroy()
      await services.close()
    },
  }
}
export type State = Awaited<ReturnType<typeof openState>>

export const SECRETS = { sealing: 'a-secret-of-this-server-that-nobody-may-read' }

export function writeSecrets(dataDir: string): void {
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(SECRETS), { mode: 0o600 })
}

/** Takes a backup of a data directory, of running services if they are given. */
export async function backUp(
  dataDir: string,
  place: string,
  options: { state?: State; passphrase?: string } = {},
): Promise<{ manifest: Manifest; path: string; stored: { files: number; bytes: number } }> {
  const target = await openTarget(place, { make: true })
  return takeBackup({
    dataDir,
    target,
    passphrase: options.passphrase,
    connect: async () => options.state?.services.cut,
    isRunning: () => false,
    version: '1.2.3',
    log: () => {},
  })
}

export const removeAll = (dirs: string[]): void => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
}
