/**
 * Part of the companies' knowledge that a process holds to search it: vectors and words, at most
 * `MAX_BYTES` of all companies together. Texts stay in the bucket; those that were found are read
 * alone.
 */
import { KNOWLEDGE, type KnowledgeRow, knowledgeVersion } from '../../data/automation/knowledge.ts'
import { everyRow } from '../../data/table/small-list.ts'
import { inParts } from '../../in-parts.ts'
import { type PassageIndex, readIndex, readVectors } from './stored-passages.ts'

/** Maximum bytes held: the vectors and words of one full company (decision 0084). */
const MAX_BYTES = 56 * 1024 * 1024
/** Time (ms) after which the knowledge of a company that nobody asks is let go. */
const IDLE_MS = 120_000
/** Objects read at once. */
const READS = 10

/** Document with what was loaded of it so far. */
export type LoadedDocument = {
  row: KnowledgeRow
  index?: Promise<PassageIndex>
  vectors?: Promise<Float32Array>
}

type Loaded = { version: number; documents: LoadedDocument[]; usedAt: number }

const companies = new Map<string, Loaded>()
let timer: NodeJS.Timeout | undefined

/** Returns the company's documents that are ready, with what is loaded of each. */
export async function loadedDocuments(companyId: string): Promise<LoadedDocument[]> {
  const version = await knowledgeVersion(companyId)
  const known = companies.get(companyId)
  if (known?.version === version) {
    known.usedAt = Date.now()
    return known.documents
  }
  const rows = (await everyRow(companyId, KNOWLEDGE, { consistent: true })).filter(({ status }) => status === 'ready')
  const before = new Map((known?.documents ?? []).map(document => [document.row.id, document]))
  const documents = rows.map((row): LoadedDocument => {
    const earlier = before.get(row.id)
    const isSame = earlier?.row.folder === row.folder
    const { index, vectors } = earlier ?? {}
    return {
      row,
      ...(isSame && index ? { index } : {}),
      ...(isSame && vectors && earlier?.row.vectors?.generation === row.vectors?.generation ? { vectors } : {}),
    }
  })
  companies.set(companyId, { version, documents, usedAt: Date.now() })
  scheduleRelease()
  return documents
}

/** Loads what is missing of the documents, some at once. Makes room for it first. */
async function loadMissing<Part extends 'index' | 'vectors'>(
  companyId: string,
  documents: readonly LoadedDocument[],
  part: Part,
  read: (row: KnowledgeRow) => Promise<Awaited<LoadedDocument[Part]>>,
): Promise<void> {
  const missing = documents.filter(document => !document[part])
  if (missing.length > 0) makeRoom(companyId, sizeOf(documents, part))
  await inParts(missing, READS, async document => {
    const reading = read(document.row) as NonNullable<LoadedDocument[Part]>
    document[part] = reading
    // A failed read is repeated by the next search.
    await reading.catch(error => {
      delete document[part]
      throw error
    })
  })
}

/** Returns the words and text places of documents. */
export async function indexesOf(companyId: string, documents: readonly LoadedDocument[]): Promise<PassageIndex[]> {
  await loadMissing(companyId, documents, 'index', row => readIndex(row.folder))
  return Promise.all(documents.map(({ index }) => index!))
}

/** Returns the vectors of documents that have some. */
export async function vectorsOf(companyId: string, documents: readonly LoadedDocument[]): Promise<Float32Array[]> {
  await loadMissing(companyId, documents, 'vectors', row => readVectors(row.folder, row.vectors!, row.passages))
  return Promise.all(documents.map(({ vectors }) => vectors!))
}

/** Bytes of a passage's words and places, on average. */
const INDEX_BYTES = 400

const sizeOf = (documents: readonly LoadedDocument[], part: 'index' | 'vectors'): number =>
  documents.reduce(
    (sum, { row }) => sum + row.passages * (part === 'index' ? INDEX_BYTES : (row.vectors?.dimensions ?? 0) * 4),
    0,
  )

/** Returns the bytes that are loaded of a company. */
const held = ({ documents }: Loaded): number =>
  (['index', 'vectors'] as const).reduce(
    (sum, part) =>
      sum +
      sizeOf(
        documents.filter(document => document[part]),
        part,
      ),
    0,
  )

/** Drops the companies that were asked the longest ago, until there is room. */
function makeRoom(companyId: string, bytes: number): void {
  const others = [...companies].filter(([id]) => id !== companyId).sort(([, a], [, b]) => a.usedAt - b.usedAt)
  let sum = bytes + others.reduce((all, [, loaded]) => all + held(loaded), 0)
  for (const [id, loaded] of others) {
    if (sum <= MAX_BYTES) return
    sum -= held(loaded)
    companies.delete(id)
  }
}

function scheduleRelease(): void {
  if (timer) return
  timer = setTimeout(() => {
    timer = undefined
    for (const [id, { usedAt }] of companies) if (usedAt + IDLE_MS <= Date.now()) companies.delete(id)
    if (companies.size > 0) scheduleRelease()
  }, IDLE_MS)
  timer.unref()
}
