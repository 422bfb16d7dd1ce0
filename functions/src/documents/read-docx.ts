/// <reference path="../sheets/yauzl.d.ts" />
import { AppError } from '@balcao/shared/errors.ts'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { endOfArchive, wholeEntry } from '../integrations/zip.ts'
import type { Block } from './block.ts'
import { readHtml } from './read-html.ts'

/** Maximum files in the archive: a document with pictures has some hundreds. */
const MAX_ENTRIES = 10_000
/**
 * Maximum bytes of the read parts, unpacked, all together. They become a tree in memory some twenty
 * times as large; a thousand pages have some 8 MB.
 */
const MAX_BYTES = 10_000_000
/** Parts of a document that hold text or say what text is a heading; no pictures, no macros. */
const READ = /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/(_rels\/)?[\w-]+\.xml(\.rels)?)$/i
/** Bytes of the record that ends an archive. */
const END_BYTES = 22
/** First bytes of a compound file: an old .doc, or a document encrypted by a password. */
const COMPOUND = 'd0cf11e0a1b11ae1'

/**
 * Returns the headings and paragraphs of a Word document (ECMA-376). Only the parts with text reach
 * its reader, in an archive of our own making: nothing it unpacks is larger than was counted here,
 * and nothing in it names an entity, a picture or another file.
 * @throws ERR_DOCUMENT_UNREADABLE, ERR_DOCUMENT_PASSWORD, ERR_DOCUMENT_TOO_LARGE
 */
export async function readDocx(bytes: Buffer): Promise<Block[]> {
  if (bytes.subarray(0, 8).toString('hex') === COMPOUND) throw new AppError('ERR_DOCUMENT_PASSWORD')
  const archive = await yauzl.fromBufferPromise(bytes)
  if (archive.entryCount > MAX_ENTRIES) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
  const parts = new Map<string, Buffer>()
  let room = MAX_BYTES
  for await (const entry of archive.eachEntry()) {
    if (!READ.test(entry.fileName) || parts.has(entry.fileName)) continue
    const part = await unpacked(archive, entry, room)
    room -= part.length
    parts.set(entry.fileName, part)
  }
  if (!parts.has('word/document.xml')) throw new AppError('ERR_DOCUMENT_UNREADABLE')
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: archiveOf(parts) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return readHtml(value).blocks
}

async function unpacked(archive: ZipFile, entry: Entry, room: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new AppError('ERR_DOCUMENT_PASSWORD')
  if (entry.uncompressedSize > room) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > room) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
    chunks.push(chunk)
  }
  const part = Buffer.concat(chunks)
  // Documents declare no entities: where one does, somebody wants them expanded or fetched.
  if (/<!(DOCTYPE|ENTITY)/i.test(part.toString('latin1'))) throw new AppError('ERR_DOCUMENT_UNREADABLE')
  return part
}

/** Returns an archive of parts. */
function archiveOf(parts: ReadonlyMap<string, Buffer>): Buffer {
  const at = new Date(0)
  const bodies: Buffer[] = []
  const lines: Buffer[] = []
  let size = 0
  for (const [name, content] of parts) {
    const { body, line } = wholeEntry(name, content, size, at, false)
    bodies.push(body)
    lines.push(line)
    size += body.length
  }
  const directory = Buffer.concat(lines)
  // The end of a small archive alone: the reader does not expect the one of ZIP64 before it.
  const end = endOfArchive(parts.size, directory.length, size).subarray(-END_BYTES)
  return Buffer.concat([...bodies, directory, end])
}
