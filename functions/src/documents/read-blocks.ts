import type { KnowledgeKind } from '@balcao/shared/entities/knowledge.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { type Block, MAX_CHARACTERS } from './block.ts'
import { readDocx } from './read-docx.ts'
import { readHtml } from './read-html.ts'
import { readPdf } from './read-pdf.ts'
import { readSheetRows } from './read-sheet-rows.ts'
import { readText } from './read-text.ts'

export type ReadBlocks = {
  blocks: Block[]
  /** Title of a page; empty for other documents. */
  title: string
}

/** Returns the headings and paragraphs of a document. Throws the codes of documents. */
export async function readBlocks(kind: KnowledgeKind, bytes: Buffer, charset: string): Promise<ReadBlocks> {
  switch (kind) {
    case 'text': {
      const text = decoded(bytes, charset)
      if (text.length > MAX_CHARACTERS) throw new AppError('ERR_DOCUMENT_TOO_LARGE')
      if (text.includes('\0')) throw new AppError('ERR_DOCUMENT_UNREADABLE')
      return { blocks: readText(text), title: '' }
    }
    case 'pdf':
      return { blocks: await readPdf(new Uint8Array(bytes)), title: '' }
    case 'docx':
      return { blocks: await readDocx(bytes), title: '' }
    case 'sheet':
      return { blocks: await readSheetRows(bytes), title: '' }
    case 'page':
      return readHtml(decoded(bytes, charset))
  }
}

/** Returns a text by its encoding: the named one, else UTF-8, else that of old Windows files. */
function decoded(bytes: Buffer, charset: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  for (const [label, options] of [
    [charset || 'utf-8', { fatal: true }],
    ['windows-1252', {}],
  ] as const)
    try {
      return new TextDecoder(label, options).decode(bytes)
    } catch {
      // The next one reads any bytes.
    }
  return bytes.toString('latin1')
}
