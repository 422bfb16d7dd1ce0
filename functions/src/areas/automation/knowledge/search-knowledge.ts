import { searchKnowledge } from '../../../bots/knowledge/search-knowledge.ts'
import { countAiUse, KNOWLEDGE_USER } from '../../../data/automation/ai-use.ts'
import { foundDocuments, storeQuestion } from '../../../data/automation/knowledge-question.ts'
import { requireUser } from '../../../data/team/user.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { requireRate } from '../../../http/require-rate.ts'
import type { Operations } from '../operations.ts'

/** Passages that a search answers at most. */
const MAX_PASSAGES = 8

/** Rate of one user's searches: each may be a call of a model that somebody pays for. */
const searches = createRateLimiter({ burst: 30, perSecond: 1 })

export const searchKnowledgeFor: Operations['knowledge']['search'] = async ({ companyId, actor }, { body }) => {
  requireRate(searches, actor.userId, 2)
  const { passages, by, use } = await searchKnowledge(companyId, body.query, MAX_PASSAGES)
  if (use) await countAiUse(companyId, KNOWLEDGE_USER, use)
  if (!body.trial) {
    const { id, name } = await requireUser(companyId, actor.userId)
    await storeQuestion(companyId, {
      question: body.query,
      askedBy: { kind: 'user', id, name },
      ticketId: null,
      found: foundDocuments(passages),
    })
  }
  return { passages, by }
}
