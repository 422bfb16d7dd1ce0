import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { z } from 'zod'
import { listTags } from '../../data/tickets/tag.ts'
import { addTag } from '../../data/tickets/ticket-tags.ts'
import { publishTicket } from '../../messaging/publish-ticket.ts'
import { defineTool } from './tool.ts'

/** Puts one of the company's tags on the conversation; columns of the kanban board are people's. */
export const setTag = defineTool({
  name: 'set_tag',
  switch: 'tag',
  needs: null,
  description: 'Marca a conversa com uma tag que a empresa já tem, quando as suas instruções o pedem.',
  parameters: z.object({ name: z.string().trim().min(1).max(100).describe('O nome da tag.') }),
  async run({ companyId, ticket, dry }, { name }) {
    const wanted = normalizeName(name)
    const tag = (await listTags(companyId)).find(each => each.kanban !== 1 && normalizeName(each.name) === wanted)
    if (!tag) return { answer: { error: 'unknown_tag', message: 'Esta tag não existe.' } }
    if (dry) return { answer: { ok: true } }
    const changed = await addTag(companyId, ticket, tag.id)
    if (changed.ticket !== changed.before) await publishTicket(changed.ticket, changed.before)
    return { answer: { ok: true } }
  },
})
