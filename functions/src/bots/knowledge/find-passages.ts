import type { FoundPassage } from '@balcao/shared/entities/knowledge.ts'
import { countAiUse, KNOWLEDGE_USER } from '../../data/automation/ai-use.ts'
import { searchKnowledge } from './search-knowledge.ts'

/**
 * Returns at most `limit` passages of the company's documents that answer a question, best first;
 * none if nothing fits. Counts what the question's embedding cost.
 */
export async function findPassages(companyId: string, query: string, limit: number): Promise<FoundPassage[]> {
  const { passages, use } = await searchKnowledge(companyId, query, limit)
  if (use) await countAiUse(companyId, KNOWLEDGE_USER, use)
  return passages
}
