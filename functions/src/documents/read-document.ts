import { Worker } from 'node:worker_threads'
import { KNOWLEDGE_PASSAGES } from '@balcao/shared/api/automation/knowledge.ts'
import type { KnowledgeKind } from '@balcao/shared/entities/knowledge.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { Passage } from './cut-passages.ts'
import type { ReadTask } from './read-thread.ts'

/** Limits of one document (decision 0084). */
export type ReadLimits = {
  /** Time until the thread is ended. */
  timeoutMs: number
  /** Heap of the thread. */
  heapMb: number
  /** Growth of the process allowed meanwhile: buffers are not in the heap. */
  growthMb: number
}

const LIMITS: ReadLimits = { timeoutMs: 60_000, heapMb: 256, growthMb: 320 }
const MEGABYTE = 1024 * 1024
/** Interval (ms) of the checks of the process's memory. */
const LOOK_MS = 50

export type ReadDocument = { passages: Passage[]; title: string }
type Answer = ReadDocument | { error: ErrorCode }

/**
 * Reads a document in a thread of its own and cuts it into passages. The thread ends with the call,
 * whatever becomes of it.
 * @param charset encoding that the document's server names; empty to find it out
 * @throws ERR_DOCUMENT_UNREADABLE, ERR_DOCUMENT_PASSWORD, ERR_DOCUMENT_TOO_LARGE,
 * ERR_DOCUMENT_EMPTY, ERR_KNOWLEDGE_FULL, and the errors of sheets
 */
export async function readDocument(
  kind: KnowledgeKind,
  bytes: Uint8Array,
  charset = '',
  { timeoutMs, heapMb, growthMb }: ReadLimits = LIMITS,
): Promise<ReadDocument> {
  const task: ReadTask = { kind, bytes, charset, most: KNOWLEDGE_PASSAGES }
  const begun = process.memoryUsage.rss()
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: task,
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  })
  let timers: NodeJS.Timeout[] = []
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const tooLarge = () => resolve({ error: 'ERR_DOCUMENT_TOO_LARGE' })
      timers = [
        setTimeout(tooLarge, timeoutMs),
        setInterval(() => {
          if (process.memoryUsage.rss() - begun > growthMb * MEGABYTE) tooLarge()
        }, LOOK_MS),
      ]
      thread.on('message', resolve)
      thread.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : reject(error),
      )
      thread.on('exit', () => resolve({ error: 'ERR_DOCUMENT_UNREADABLE' }))
    })
    if ('error' in answer) throw new AppError(answer.error)
    if (answer.passages.length === 0) throw new AppError('ERR_DOCUMENT_EMPTY')
    return answer
  } finally {
    for (const timer of timers) clearTimeout(timer)
    await thread.terminate()
  }
}
