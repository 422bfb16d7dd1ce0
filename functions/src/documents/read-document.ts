import type { KnowledgeKind } from '@balcao/shared/entities/knowledge.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { Block } from './block.ts'
import { readText } from './read-text.ts'

/**
 * Returns the headings and paragraphs of a document.
 * @throws ERR_DOCUMENT_UNREADABLE and the other codes of documents
 */
export async function readDocument(kind: KnowledgeKind, bytes: Buffer): Promise<Block[]> {
  if (kind === 'text') return readText(new TextDecoder().decode(bytes))
  throw new AppError('ERR_DOCUMENT_UNREADABLE')
}
