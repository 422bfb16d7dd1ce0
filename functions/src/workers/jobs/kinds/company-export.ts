import { crc32 } from 'node:zlib'
import { PREPARED_UPLOADS, PUBLIC_FILES } from '@balcao/shared/media.ts'
import { getCompany } from '../../../data/company/company.ts'
import { type Item, kindOf, readable, readPartition, rowsInside, sourcesOf } from '../../../data/company/export-rows.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { readWhole } from '../../../integrations/read-whole.ts'
import {
  beginParts,
  endParts,
  listObjects,
  putObject,
  putPart,
  readObject,
  removeObjects,
} from '../../../integrations/storage.ts'
import { type Entry, endOfArchive, flowingEntry, wholeEntry } from '../../../integrations/zip.ts'
import type { StepEnd, Work } from '../run-step.ts'
import { OFFERED_MS } from './export-objects.ts'

type Job = JobRow<'companyExport'>
type State = Job['state']
type End = StepEnd<'companyExport'>

/** Bytes of a part; a step makes several. S3 accepts ten thousand parts. */
const PART_BYTES = 16 * 1024 * 1024
/** Bytes of text of an entry of rows. */
const ENTRY_BYTES = 4 * 1024 * 1024
/** Maximum bytes of a file that is held in memory whole. */
const WHOLE_BYTES = 4 * 1024 * 1024
const STEP_MS = 20_000
const MIMETYPE = 'application/zip'
const NAME = 'dados-da-empresa.zip'

const folder = ({ companyId, id }: Job): string => `${PREPARED_UPLOADS}${companyId}/media/exports/${id}`
const archiveKey = (job: Job): string => `${folder(job)}/${NAME}`
const restKey = (job: Job, version: number): string => `${folder(job)}/rest-${version}`
const linesKey = (job: Job, n: number): string => `${folder(job)}/lines-${n}`

/**
 * Exports all data of a company as a zip archive, which grows part by part. A step reads on,
 * uploads what it read as parts of a multipart upload, and keeps the remainder that was too small
 * for one; the directory's lines wait in objects of their own. If a step is cut off, only that step
 * is repeated, and none holds more than some megabytes, however large the company is.
 */
export const companyExport: Work<'companyExport'> = {
  async step(job) {
    const upload = job.state.upload ?? (await beginParts(archiveKey(job), MIMETYPE))
    const archive = await openArchive(job, upload)
    switch (job.state.stage) {
      case 'rows':
        return writeRows(job, archive)
      case 'files':
        return writeFiles(job, archive)
      case 'end':
        return endArchive(job, archive)
    }
  },
  clean: async job => {
    const { lines, rest } = job.state
    const keys = Array.from({ length: lines.count }, (_, n) => linesKey(job, n))
    if (rest !== null) keys.push(restKey(job, rest))
    await removeObjects(keys)
  },
}

type Archive = Awaited<ReturnType<typeof openArchive>>

/** Opens the archive as the last step left it. */
async function openArchive(job: Job, upload: string) {
  const { state } = job
  let waiting: Buffer[] = state.rest === null ? [] : [await readWhole(restKey(job, state.rest))]
  let weight = waiting.reduce((sum, { length }) => sum + length, 0)
  let { size, parts, entries } = state
  const lines: Buffer[] = []
  const flush = async () => {
    if (weight === 0) return
    await putPart(archiveKey(job), upload, ++parts, Buffer.concat(waiting, weight))
    waiting = []
    weight = 0
  }
  const write = async (bytes: Uint8Array) => {
    waiting.push(Buffer.from(bytes))
    weight += bytes.length
    size += bytes.length
    if (weight >= PART_BYTES) await flush()
  }
  const add = async ({ body, line }: Entry) => {
    await write(body)
    lines.push(line)
    entries++
  }
  return {
    size: () => size,
    write,
    add,
    text: (name: string, content: string) => add(wholeEntry(name, Buffer.from(content), size, new Date(), true)),
    /**
     * Returns the state for the next step, and keeps the remainder that was too small for a part.
     */
    async leave(): Promise<Pick<State, 'upload' | 'size' | 'parts' | 'rest' | 'entries' | 'lines'>> {
      const bytes = Buffer.concat(lines)
      if (bytes.length > 0) await putObject(linesKey(job, state.lines.count), bytes, 'application/octet-stream')
      if (weight > 0)
        await putObject(restKey(job, job.version), Buffer.concat(waiting, weight), 'application/octet-stream')
      const some = bytes.length > 0 ? 1 : 0
      return {
        upload,
        size,
        parts,
        rest: weight > 0 ? job.version : null,
        entries,
        lines: { count: state.lines.count + some, bytes: state.lines.bytes + bytes.length },
      }
    },
    /** Uploads the last part and completes the object. */
    async close() {
      await flush()
      await endParts(archiveKey(job), upload, parts, size)
    },
  }
}

async function writeRows(job: Job, archive: Archive): Promise<End> {
  const { companyId, seq } = job
  const until = Date.now() + STEP_MS
  const sources = sourcesOf(companyId)
  const counts = { ...job.state.counts }
  let { source } = job.state
  let from = job.state.from as Item | null
  const texts = new Map<string, { lines: string[]; bytes: number; n: number }>()
  const put = async (kind: string) => {
    const text = texts.get(kind)!
    if (text.bytes > 0) await archive.text(`data/${kind}/${seq}-${text.n++}.jsonl`, text.lines.join(''))
    text.lines = []
    text.bytes = 0
  }
  const add = async (kind: string, item: Item) => {
    const line = `${JSON.stringify(readable(item))}\n`
    const text = texts.get(kind) ?? { lines: [], bytes: 0, n: 0 }
    texts.set(kind, text)
    text.lines.push(line)
    text.bytes += line.length
    counts[kind] = (counts[kind] ?? 0) + 1
    if (text.bytes >= ENTRY_BYTES) await put(kind)
  }
  while (source < sources.length && Date.now() < until) {
    const here = sources[source]!
    const page = await readPartition(here, from)
    for (const item of page.items) {
      const kind = here.quiet ? undefined : kindOf(here, item)
      if (kind) await add(kind, item)
      if (here.inside)
        for await (const [inner, row] of rowsInside(companyId, here.inside(companyId, idOf(item))))
          await add(inner, row)
    }
    from = page.next
    if (!from) source++
  }
  for (const kind of texts.keys()) await put(kind)
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const more = source < sources.length
  const place = more ? { source, from } : { stage: 'files' as const, source: 0, from: null }
  return { next: { ...job.state, ...(await archive.leave()), ...place, counts }, done }
}

/** Returns a row's id from its key, after the last separator. */
const idOf = ({ pk, sk, id }: Item): string => {
  if (typeof id === 'string') return id
  const [, , inPartition] = String(pk).split('#')
  return inPartition ?? String(sk).split('#').at(-1)!
}

/** Returns the archived folders. Other objects are not the company's files: uploads expire. */
const foldersOf = (companyId: string) => [
  { prefix: `${companyId}/`, to: '' },
  { prefix: `${PUBLIC_FILES}${companyId}/`, to: PUBLIC_FILES },
]

/** Returns whether an object is made of another one: words and vectors of the knowledge's texts. */
const isCopy = (key: string): boolean => /^[^/]+\/knowledge\/.+\/(index|vectors-[^/]+)$/.test(key)

async function writeFiles(job: Job, archive: Archive): Promise<End> {
  const until = Date.now() + STEP_MS
  const folders = foldersOf(job.companyId)
  let { source } = job.state
  let from = job.state.from as string | null
  let count = 0
  while (source < folders.length && Date.now() < until) {
    const { prefix, to } = folders[source]!
    const objects = await listObjects(prefix, from ?? undefined)
    if (objects.length === 0) {
      source++
      from = null
    }
    for (const { key, size } of objects) {
      if (!isCopy(key)) {
        await writeFile(archive, key, `${to}${key.slice(prefix.length)}`, size)
        count++
      }
      from = key
      if (Date.now() >= until) break
    }
  }
  const counts = { ...job.state.counts, files: (job.state.counts.files ?? 0) + count }
  const place = source < folders.length ? { source, from } : { stage: 'end' as const, source: 0, from: null }
  return { next: { ...job.state, ...(await archive.leave()), ...place, counts }, done: job.done + count }
}

/** Writes a file uncompressed: pictures and sound are compressed already. */
async function writeFile(archive: Archive, key: string, name: string, size: number): Promise<void> {
  if (size <= WHOLE_BYTES) {
    const content = await readWhole(key)
    return archive.add(wholeEntry(name, content, archive.size(), new Date(), false))
  }
  const entry = flowingEntry(name, archive.size(), new Date())
  await archive.write(entry.head)
  let crc = 0
  let bytes = 0
  for await (const chunk of readObject(key)) {
    crc = crc32(chunk, crc)
    bytes += chunk.length
    await archive.write(chunk)
  }
  await archive.add(entry.end(crc, bytes))
}

async function endArchive(job: Job, archive: Archive): Promise<End> {
  const { companyId, state } = job
  const company = await getCompany(companyId)
  const manifest = {
    company: { id: companyId, name: company?.name },
    exportedAt: new Date().toISOString(),
    counts: state.counts,
    format:
      'data/<kind>/*.jsonl: one row a line, JSON in UTF-8. media/, public/: files. A key `<company>/media/x` in a row is the file media/x.',
    leftOut: 'Passwords, keys, tokens and sessions; copies made for searching and counting; what expires within days.',
  }
  const entry = wholeEntry(
    'manifest.json',
    Buffer.from(JSON.stringify(manifest, null, 2)),
    archive.size(),
    new Date(),
    true,
  )
  await archive.write(entry.body)
  const begin = archive.size()
  for (let n = 0; n < state.lines.count; n++)
    for await (const bytes of readObject(linesKey(job, n))) await archive.write(bytes)
  await archive.write(entry.line)
  await archive.write(endOfArchive(state.entries + 1, archive.size() - begin, begin))
  await archive.close()
  const file = { key: archiveKey(job), name: NAME, mimetype: MIMETYPE, until: Date.now() + OFFERED_MS }
  return { file, total: job.done }
}
