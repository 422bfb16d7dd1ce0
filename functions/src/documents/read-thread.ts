/**
 * Thread that reads one document: its readers are other people's code on other people's files, so
 * they have no secrets, their own heap, and end with the thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { KnowledgeKind } from '@balcao/shared/entities/knowledge.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutPassages } from './cut-passages.ts'
import { readBlocks } from './read-blocks.ts'

export type ReadTask = { kind: KnowledgeKind; bytes: Uint8Array; charset: string; most: number }

const { kind, bytes, charset, most } = workerData as ReadTask

async function read() {
  const { blocks, title } = await readBlocks(kind, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), charset)
  const passages = []
  for (const passage of cutPassages(blocks)) {
    if (passages.length === most) throw new AppError('ERR_KNOWLEDGE_FULL')
    passages.push(passage)
  }
  return { passages, title }
}

read().then(
  answer => parentPort!.postMessage(answer),
  error => parentPort!.postMessage({ error: error instanceof AppError ? error.code : 'ERR_DOCUMENT_UNREADABLE' }),
)
