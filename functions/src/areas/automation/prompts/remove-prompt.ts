import type { Language } from '@balcao/shared/rules/language.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { PROMPTS } from '../../../data/automation/prompt.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import { detachBot } from '../detach-bot.ts'
import type { Operations } from '../operations.ts'

const WORDS: Record<Language, { gone: string; queues: string; connections: string; asks: string }> = {
  pt: {
    gone: 'Agente excluído.',
    queues: 'Saiu das filas',
    connections: 'Saiu das conexões',
    asks: 'Onde ele atendia, o menu responde agora.',
  },
  en: {
    gone: 'Agent deleted.',
    queues: 'Taken out of the queues',
    connections: 'Taken out of the connections',
    asks: 'Where it answered, the menu answers now.',
  },
  es: {
    gone: 'Agente eliminado.',
    queues: 'Salió de las colas',
    connections: 'Salió de las conexiones',
    asks: 'Donde respondía, ahora responde el menú.',
  },
}

/**
 * Deletes a prompt. Queues and connections lose it at once, its tickets in the background. If a
 * call is cut off in between, the remaining ids refer to nothing and no bot answers; a repeated
 * call removes them.
 */
export const removePrompt: Operations['prompts']['remove'] = async (
  { companyId, headers, audit },
  { params: { id } },
) => {
  const prompt = await getRow(companyId, PROMPTS, id, true)
  if (prompt && (await deleteRow(companyId, PROMPTS, prompt))) {
    audit({ name: prompt.name })
    await enqueueJob({ type: 'removeMachine', companyId, kind: 'prompt', id })
    await publishRowDeleted(companyId, 'prompt', id)
  }
  const names = await detachBot(companyId, 'promptId', id)
  return { ...names, message: messageOf(names, languageOf(headers['accept-language'])) }
}

function messageOf({ queues, connections }: { queues: string[]; connections: string[] }, language: Language): string {
  const words = WORDS[language]
  const lines = [
    ...(queues.length > 0 ? [`${words.queues}: ${queues.join(', ')}.`] : []),
    ...(connections.length > 0 ? [`${words.connections}: ${connections.join(', ')}.`] : []),
  ]
  return [words.gone, ...lines, ...(lines.length > 0 ? [words.asks] : [])].join(' ')
}
