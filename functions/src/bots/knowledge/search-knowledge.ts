import type { FoundPassage } from '@balcao/shared/entities/knowledge.ts'
import { companyKey } from '../../data/automation/ai-settings.ts'
import type { AiUse } from '../../data/automation/ai-use.ts'
import { embeddingModel } from '../../data/automation/embedding-model.ts'
import { spentLimit } from '../../data/automation/token-use.ts'
import { logger } from '../../http/logger.ts'
import { inParts } from '../../in-parts.ts'
import { AiError } from '../../integrations/openai/ai-error.ts'
import { type Embeddings, embed } from '../../integrations/openai/embed.ts'
import type { RetryTimeouts } from '../../integrations/openai/with-retry.ts'
import { indexesOf, type LoadedDocument, loadedDocuments, vectorsOf } from './loaded-knowledge.ts'
import { searchByMeaning } from './search-by-meaning.ts'
import { readTexts } from './stored-passages.ts'
import { type Hit, searchByWords } from './word-index.ts'

/** Lowest similarity with which a passage counts as found by its meaning. */
const MIN_MEANING_SCORE = 0.25
/** Lowest share of a question's words, by weight, with which a passage counts as found. */
const MIN_WORDS_SCORE = 0.3
/** Timeouts of the question's embedding: without an answer by then, words are searched. */
const TIMEOUTS: RetryTimeouts = { timeoutMs: 4000, totalMs: 6000 }

export type KnowledgeSearch = {
  passages: FoundPassage[]
  by: 'meaning' | 'words'
  /** Use of the question's embedding, if it has one. */
  use: AiUse | undefined
}

/** Passage that was found, with its document. */
type Found = { document: LoadedDocument; passage: number; score: number }

/**
 * Returns the passages of the company's documents that answer a question, best first: by their
 * meaning where it is known, and by their words in documents that are not embedded, without a key,
 * or while the service does not answer.
 */
export async function searchKnowledge(companyId: string, query: string, limit: number): Promise<KnowledgeSearch> {
  const documents = await loadedDocuments(companyId)
  const model = await embeddingModel(companyId)
  const isEmbedded = ({ row }: LoadedDocument) => row.vectors?.model === model
  const embedded = documents.filter(isEmbedded)
  const question = embedded.length > 0 ? await embedQuestion(companyId, model, query) : undefined
  const byMeaning = question ? await findByMeaning(companyId, embedded, question, limit) : []
  const others = question ? documents.filter(document => !isEmbedded(document)) : documents
  const byWords = byMeaning.length < limit ? await findByWords(companyId, others, query, limit) : []
  const found = [...byMeaning, ...byWords].slice(0, limit)
  return {
    passages: await inParts(found, limit, each => passageOf(companyId, each)),
    by: question ? 'meaning' : 'words',
    use: question && { model, inputTokens: question.tokens, outputTokens: 0 },
  }
}

/** Returns the embedding of a question; undefined if it cannot be had. */
async function embedQuestion(companyId: string, model: string, query: string): Promise<Embeddings | undefined> {
  const [apiKey, spent] = await Promise.all([companyKey(companyId), spentLimit(companyId)])
  if (!apiKey || spent) return undefined
  try {
    return await embed(apiKey, model, [query], TIMEOUTS)
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    logger.warn('a question is searched by its words', { companyId, reason: error.code })
    return undefined
  }
}

async function findByMeaning(
  companyId: string,
  embedded: readonly LoadedDocument[],
  { vectors: question, dimensions }: Embeddings,
  limit: number,
): Promise<Found[]> {
  const documents = embedded.filter(({ row }) => row.vectors!.dimensions === dimensions)
  const hits = searchByMeaning(await vectorsOf(companyId, documents), question, limit)
  return hits.filter(({ score }) => score >= MIN_MEANING_SCORE).map(hit => foundIn(documents, hit))
}

async function findByWords(
  companyId: string,
  documents: readonly LoadedDocument[],
  query: string,
  limit: number,
): Promise<Found[]> {
  const hits = searchByWords(await indexesOf(companyId, documents), query, limit)
  return hits.filter(({ score }) => score >= MIN_WORDS_SCORE).map(hit => foundIn(documents, hit))
}

const foundIn = (documents: readonly LoadedDocument[], { document, passage, score }: Hit): Found => ({
  document: documents[document]!,
  passage,
  score,
})

/** Reads the text of a passage that was found. */
async function passageOf(companyId: string, { document, passage, score }: Found): Promise<FoundPassage> {
  const { id: documentId, name, folder } = document.row
  const [index] = await indexesOf(companyId, [document])
  const [stored] = await readTexts(folder, index!, passage, passage + 1)
  return { ...stored!, documentId, name, score: Math.round(Math.min(1, score) * 1000) / 1000 }
}
