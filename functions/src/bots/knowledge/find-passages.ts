import type { FoundPassage } from '@balcao/shared/entities/knowledge.ts'
import { aiUseWrites, KNOWLEDGE_USER } from '../../data/automation/ai-use.ts'
import { transact } from '../../data/table/transact.ts'
import { searchKnowledge } from './search-knowledge.ts'

/**
 * Returns at most `limit` passages of the company's documents that answer a question, best first;
 * none if nothing fits. Counts what the question's embedding cost.
 */
export async function findPassages(companyId: string, query: string, limit: number): Promise<FoundPassage[]> {
  const { passages, use } = await searchKnowledge(companyId, query, limit)
  const spent = use ? await aiUseWrites(companyId, KNOWLEDGE_USER, use) : []
  if (spent.length > 0) await transact(spent)
  return passages
}
