import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { PROMPTS } from '../data/automation/prompt.ts'
import { INTEGRATIONS } from '../data/automation/queue-integration.ts'
import { getRow } from '../data/table/small-list.ts'

type Answering = { integrationId: string | null; promptId: string | null }
type Lookup = { missing: ErrorCode; has: (companyId: string, id: string) => Promise<boolean> }

/** Lookup of what may answer in a ticket, or in those of a queue or a connection, by its field. */
const LOOKUPS: Record<keyof Answering, Lookup> = {
  integrationId: {
    missing: 'ERR_NO_INTEGRATION_FOUND',
    has: async (companyId, id) => (await getRow(companyId, INTEGRATIONS, id, true)) !== undefined,
  },
  promptId: {
    missing: 'ERR_NO_PROMPT_FOUND',
    has: async (companyId, id) => (await getRow(companyId, PROMPTS, id, true)) !== undefined,
  },
}

/**
 * Requires that the named prompt and integration are the company's.
 * @throws ERR_NO_INTEGRATION_FOUND, ERR_NO_PROMPT_FOUND
 */
export async function requireAnswering(
  companyId: string,
  named: { [K in keyof Answering]?: string | null | undefined },
): Promise<void> {
  for (const field of ['integrationId', 'promptId'] as const) {
    const id = named[field]
    if (id && !(await LOOKUPS[field].has(companyId, id))) throw new AppError(LOOKUPS[field].missing)
  }
}
