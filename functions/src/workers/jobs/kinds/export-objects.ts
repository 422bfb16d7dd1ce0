/**
 * Objects of a job that makes a file: the file itself, and pieces of it from which it is joined.
 */
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import type { JobFile, JobRow, Pieces } from '../../../data/jobs/job.ts'
import { putObject, putStream, readObject } from '../../../integrations/storage.ts'

/** Time for which a job's file is offered, ms. The bucket's rule deletes it a day or two later. */
export const OFFERED_MS = 24 * 3600_000
/** Bytes of an object that holds a piece of the unfinished file. */
const PIECE_BYTES = 8 * 1024 * 1024

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Job = Pick<JobRow, 'companyId' | 'id' | 'version'>

/** Returns the folder of files that expire. */
const folder = ({ companyId, id }: Pick<Job, 'companyId' | 'id'>): string =>
  `${PREPARED_UPLOADS}${companyId}/media/exports/${id}`

/** Returns the key of the object with the rows that the attempt of this version read. */
export const partKey = (job: Pick<Job, 'companyId' | 'id'>, version: number): string => `${folder(job)}/part-${version}`

const pieceKey = (job: Pick<Job, 'companyId' | 'id'>, version: number, n: number): string =>
  `${folder(job)}/piece-${version}-${n}`

/** Returns the keys of the objects of a spreadsheet's pieces, none before they are stored. */
export const pieceKeys = (job: Pick<Job, 'companyId' | 'id'>, pieces: Pieces | null | undefined): string[] =>
  Array.from({ length: pieces?.count ?? 0 }, (_, n) => pieceKey(job, pieces!.version, n))

/** Stores a spreadsheet, which cannot be continued in its middle, as pieces of this attempt. */
export async function putPieces(job: Job, chunks: AsyncIterable<Uint8Array>): Promise<Pieces> {
  const pieces: Pieces = { version: job.version, count: 0, bytes: 0 }
  let waiting: Uint8Array[] = []
  let weight = 0
  const putPiece = async () => {
    const key = pieceKey(job, job.version, pieces.count)
    await putObject(key, Buffer.concat(waiting, weight), SPREADSHEET)
    pieces.count += 1
    pieces.bytes += weight
    waiting = []
    weight = 0
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    weight += chunk.length
    if (weight >= PIECE_BYTES) await putPiece()
  }
  if (weight > 0) await putPiece()
  return pieces
}

/** Joins objects to the job's file, after bytes that come before them. */
export async function joinFile(
  job: Job,
  { name, mimetype, start = '' }: { name: string; mimetype: string; start?: string },
  { keys, bytes }: { keys: readonly string[]; bytes: number },
): Promise<JobFile> {
  const key = `${folder(job)}/${name}`
  await putStream(key, () => contents(start, keys), Buffer.byteLength(start) + bytes, mimetype)
  return { key, name, mimetype, until: Date.now() + OFFERED_MS }
}

/** Joins the pieces of a spreadsheet to the job's file. */
export const joinPieces = (job: Job, name: string, pieces: Pieces): Promise<JobFile> =>
  joinFile(job, { name, mimetype: SPREADSHEET }, { keys: pieceKeys(job, pieces), bytes: pieces.bytes })

async function* contents(start: string, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  if (start !== '') yield Buffer.from(start)
  for (const key of keys) yield* readObject(key)
}

/** Yields the values of objects with one JSON text a line. */
export async function* linesIn<Value>(keys: readonly string[]): AsyncGenerator<Value> {
  for (const key of keys) {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of readObject(key)) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line) as Value
    }
  }
}
