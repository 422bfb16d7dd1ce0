import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'

type Answering = { integrationId: string | null; promptId: string | null }
type Lookup = { missing: ErrorCode; has: (companyId: string, id: string) => Promise<boolean> }

/** A company has neither integrations nor prompts of its own yet, so an id is nobody's. */
const none = async () => false

/** What may answer in place of a queue's greeting, by its field. */
const LOOKUPS: Record<keyof Answering, Lookup> = {
  integrationId: { missing: 'ERR_NO_INTEGRATION_FOUND', has: none },
  promptId: { missing: 'ERR_NO_PROMPT_FOUND', has: none },
}

/** Those that are named are the company's. Throws ERR_NO_INTEGRATION_FOUND, ERR_NO_PROMPT_FOUND. */
export async function requireAnswering(
  companyId: string,
  named: { [K in keyof Answering]?: string | null | undefined },
): Promise<void> {
  for (const field of ['integrationId', 'promptId'] as const) {
    const id = named[field]
    if (id && !(await LOOKUPS[field].has(companyId, id))) throw new AppError(LOOKUPS[field].missing)
  }
}
