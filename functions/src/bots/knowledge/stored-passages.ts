/**
 * Passages of a document in the bucket, in a folder of their own: `texts` (JSON of each passage,
 * one after the other), `index` (where each text begins, and its words' numbers) and `vectors-…`.
 * A folder is written by one attempt of a job and named in the document's row when it is whole, so
 * that a crash leaves the earlier one valid. Numbers are little-endian, as on every machine that
 * runs this.
 */
import type { Passage } from '../../documents/cut-passages.ts'
import { readInto, readWhole } from '../../integrations/read-whole.ts'
import { listObjects, putObject, removeObjects } from '../../integrations/storage.ts'
import { type WordIndex, wordNumbers } from './word-index.ts'

const TYPE = 'application/octet-stream'

/** Passages whose vectors are one object. */
export const PART_SIZE = 1024

/** Returns the folder of all that is kept of a document. */
export const documentFolder = (companyId: string, documentId: string): string =>
  `${companyId}/media/knowledge/${documentId}/`

/** Returns the key of a part of a document's vectors. */
const vectorsKey = (folder: string, generation: string, part: number): string =>
  `${folder}vectors-${generation}-${part}`

/** Bytes at which the texts of a document's passages begin and end, and the passages' words. */
export type PassageIndex = WordIndex & { offsets: Uint32Array }

/** Writes the texts and the index of a document's passages. */
export async function storePassages(folder: string, passages: readonly Passage[]): Promise<void> {
  const texts = passages.map(passage => Buffer.from(JSON.stringify(passage)))
  const words = passages.map(({ heading, text }) => wordNumbers(`${heading} ${text}`))
  const offsets = sums(texts.map(({ length }) => length))
  const starts = sums(words.map(({ length }) => length))
  const index = new Uint32Array(2 + offsets.length + starts.length + starts.at(-1)!)
  index.set([passages.length, starts.at(-1)!])
  index.set(offsets, 2)
  index.set(starts, 2 + offsets.length)
  let at = 2 + offsets.length + starts.length
  for (const each of words) {
    index.set(each, at)
    at += each.length
  }
  await putObject(`${folder}texts`, Buffer.concat(texts), TYPE)
  await putObject(`${folder}index`, new Uint8Array(index.buffer), TYPE)
}

/** Returns 0 and the sums of the first one, two, … numbers. */
function sums(numbers: readonly number[]): Uint32Array {
  const all = new Uint32Array(numbers.length + 1)
  for (const [i, number] of numbers.entries()) all[i + 1] = all[i]! + number
  return all
}

/** Reads the index of a document's passages. */
export async function readIndex(folder: string): Promise<PassageIndex> {
  const bytes = await readWhole(`${folder}index`)
  const all = new Uint32Array(new Uint8Array(bytes).buffer)
  const [count = 0, wordCount = 0] = all
  const starts = 2 + count + 1
  return {
    offsets: all.subarray(2, starts),
    starts: all.subarray(starts, starts + count + 1),
    words: all.subarray(starts + count + 1, starts + count + 1 + wordCount),
  }
}

/** Reads the passages from `from` up to `to`. */
export async function readTexts(
  folder: string,
  { offsets }: Pick<PassageIndex, 'offsets'>,
  from: number,
  to: number,
): Promise<Passage[]> {
  const begin = offsets[from]!
  const bytes = await readWhole(`${folder}texts`, { from: begin, size: offsets[to]! - begin })
  return Array.from({ length: to - from }, (_, i) => {
    const at = offsets[from + i]! - begin
    return JSON.parse(bytes.toString('utf8', at, offsets[from + i + 1]! - begin)) as Passage
  })
}

/** Writes a part of a document's vectors. */
export const storeVectors = (folder: string, generation: string, part: number, vectors: Float32Array): Promise<void> =>
  putObject(
    vectorsKey(folder, generation, part),
    new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
    TYPE,
  )

/** Reads the vectors of a document's `count` passages, one after the other. */
export async function readVectors(
  folder: string,
  { generation, dimensions }: { generation: string; dimensions: number },
  count: number,
): Promise<Float32Array> {
  const all = new Float32Array(count * dimensions)
  const bytes = new Uint8Array(all.buffer)
  const size = PART_SIZE * dimensions * 4
  for (let part = 0; part * PART_SIZE < count; part++) {
    const key = vectorsKey(folder, generation, part)
    await readInto(key, bytes.subarray(part * size, Math.min((part + 1) * size, bytes.length)))
  }
  return all
}

/** Removes what is kept of a document, but for the objects whose keys begin with one of `kept`. */
export async function removeStored(companyId: string, documentId: string, kept: readonly string[] = []): Promise<void> {
  let after: string | undefined
  for (;;) {
    const objects = await listObjects(documentFolder(companyId, documentId), after)
    if (objects.length === 0) return
    after = objects.at(-1)!.key
    await removeObjects(objects.map(({ key }) => key).filter(key => !kept.some(each => key.startsWith(each))))
  }
}
