import type { FoundPassage } from '@balcao/shared/entities/knowledge.ts'
import { searchKnowledge } from './search-knowledge.ts'

/**
 * Returns at most `limit` passages of the company's documents that answer a question, best first;
 * none if nothing fits.
 */
export const findPassages = async (companyId: string, query: string, limit: number): Promise<FoundPassage[]> =>
  (await searchKnowledge(companyId, query, limit)).passages
