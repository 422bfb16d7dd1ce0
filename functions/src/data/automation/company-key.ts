import { everyRow } from '../table/small-list.ts'
import { openKey, PROMPTS } from './prompt.ts'

/**
 * Returns the company's key for what no agent does itself (copilot, knowledge): that of its first
 * agent by name that has one; undefined without any.
 */
export async function companyKey(companyId: string): Promise<string | undefined> {
  for (const prompt of await everyRow(companyId, PROMPTS)) {
    const key = openKey(companyId, 'apiKey', prompt)
    if (key) return key
  }
  return undefined
}
