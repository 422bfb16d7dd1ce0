import type { Prompt } from '@balcao/shared/entities/prompt.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { sealOptional, unsealOptional } from '../../integrations/sealed.ts'
import { foldName } from '../table/fold.ts'
import type { SmallList } from '../table/small-list.ts'
import { getQueue } from '../team/queue.ts'

/** An agent as it lies in the table: its keys sealed, empty where there is none. */
export type PromptRow = Omit<Prompt, 'hasApiKey' | 'hasVoiceKey' | 'queue'> & { apiKey: string; voiceKey: string }

export const PROMPTS: SmallList<PromptRow> = {
  kind: 'prompt',
  missing: 'ERR_NO_PROMPT_FOUND',
  text: prompt => prompt.name,
  unique: prompt => ({ promptName: foldName(prompt.name) }),
  taken: { promptName: 'ERR_PROMPT_NAME_ALREADY_EXISTS' },
}

/** What each key is sealed as. */
const PLACES = { apiKey: 'prompt.apiKey', voiceKey: 'prompt.voiceKey' } as const
type KeyName = keyof typeof PLACES

/** A key as the table may hold it. */
export const sealKey = (companyId: string, name: KeyName, key: string): string =>
  sealOptional(companyId, PLACES[name], key)

/** A key as its system knows it; undefined where there is none, or it opens no more. */
export const openKey = (companyId: string, name: KeyName, { [name]: key }: PromptRow): string | undefined =>
  unsealOptional(companyId, PLACES[name], key)

/** Throws ERR_PROMPT_VOICE_INCOMPLETE: an agent that speaks needs its voice's key and region. */
export function assertVoice({
  voice,
  voiceKey,
  voiceRegion,
}: Pick<PromptRow, 'voice' | 'voiceKey' | 'voiceRegion'>): void {
  if (voice !== 'texto' && (voiceKey === '' || voiceRegion === '')) throw new AppError('ERR_PROMPT_VOICE_INCOMPLETE')
}

/** An agent as it leaves: with the queue it hands over to, without its keys. */
export async function showPrompt({ apiKey, voiceKey, ...row }: PromptRow, companyId: string): Promise<Prompt> {
  const queue = await getQueue(companyId, row.queueId)
  return {
    ...row,
    hasApiKey: apiKey !== '',
    hasVoiceKey: voiceKey !== '',
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
  }
}
