import { NO_TOOLS, type Prompt } from '@balcao/shared/entities/prompt.ts'
import type { PromptVersion } from '@balcao/shared/entities/prompt-test.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { sealOptional, unsealOptional } from '../../integrations/sealed.ts'
import { normalizeName } from '../table/normalize.ts'
import type { SmallList } from '../table/small-list.ts'
import { getQueue } from '../team/queue.ts'

/** Name of the version that an agent's row is (data/automation/prompt-version.ts). */
export type LiveVersion = Pick<PromptVersion, 'id' | 'number' | 'note' | 'createdBy' | 'createdAt'>

/** Agent as stored: its keys are sealed, or empty if there are none. */
export type PromptRow = Omit<Prompt, 'hasApiKey' | 'hasVoiceKey' | 'queue'> & {
  apiKey: string
  voiceKey: string
  /** Missing while it is the first one. */
  version?: LiveVersion
  /** Number given last; missing while there is one version only. */
  lastVersion?: number
}

const WITHOUT_TOOLS = {
  mayFinishOrders: false,
  finishLimit: null,
  storeId: null,
  knowledge: false,
  hours: 'always',
} as const

export const PROMPTS: SmallList<PromptRow> = {
  kind: 'prompt',
  missing: 'ERR_NO_PROMPT_FOUND',
  text: prompt => prompt.name,
  unique: prompt => ({ promptName: normalizeName(prompt.name) }),
  taken: { promptName: 'ERR_PROMPT_NAME_ALREADY_EXISTS' },
  // Rows older than the tools have none of these fields.
  read: row => ({ ...WITHOUT_TOOLS, ...row, tools: { ...NO_TOOLS, ...row.tools } }),
}

/** Names under which the keys are sealed. */
const PLACES = { apiKey: 'prompt.apiKey', voiceKey: 'prompt.voiceKey' } as const
type KeyName = keyof typeof PLACES

/** Seals a key for the table. */
export const sealKey = (companyId: string, name: KeyName, key: string): string =>
  sealOptional(companyId, PLACES[name], key)

/** Opens a sealed key; returns undefined if there is none, or it can no longer be opened. */
export const openKey = (companyId: string, name: KeyName, { [name]: key }: PromptRow): string | undefined =>
  unsealOptional(companyId, PLACES[name], key)

/** Throws ERR_PROMPT_VOICE_INCOMPLETE if an agent that speaks lacks its voice's key or region. */
export function assertVoice({
  voice,
  voiceKey,
  voiceRegion,
}: Pick<PromptRow, 'voice' | 'voiceKey' | 'voiceRegion'>): void {
  if (voice !== 'texto' && (voiceKey === '' || voiceRegion === '')) throw new AppError('ERR_PROMPT_VOICE_INCOMPLETE')
}

/** Returns an agent in wire form: with the queue it hands off to, without its keys. */
export async function showPrompt(
  { apiKey, voiceKey, version: _, lastVersion, ...row }: PromptRow,
  companyId: string,
): Promise<Prompt> {
  const queue = await getQueue(companyId, row.queueId)
  return {
    ...row,
    hasApiKey: apiKey !== '',
    hasVoiceKey: voiceKey !== '',
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
  }
}
