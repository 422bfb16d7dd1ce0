import { z } from 'zod'
import { Cursor, Id, MessageText, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { TEXT_DRAFT_KINDS, TextDraft } from '../../entities/text-draft.ts'

/** Texts that the signed-in user began in tickets and did not send (decision 0095). */
export const textDrafts = {
  list: route({
    method: 'GET',
    path: '/tickets/drafts',
    summary: 'Answers and notes that the signed-in user began in tickets',
    access: 'user',
    query: z.object({ cursor: Cursor, limit: z.coerce.number().int().min(1).max(100).default(50) }),
    response: z.object({ drafts: z.array(TextDraft), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  save: route({
    method: 'PUT',
    path: '/tickets/{ticketId}/drafts/{kind}',
    summary: 'Put a begun text in the place of the version that was read (0: of none); an empty one removes it',
    access: 'user',
    params: z.object({ ticketId: Id, kind: z.enum(TEXT_DRAFT_KINDS) }),
    body: z.object({ text: MessageText, version: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    response: TextDraft,
    /** ERR_CONFLICT: another device saved it meanwhile; `draft` is that one, or null. */
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_CONFLICT', 'ERR_NO_PERMISSION'],
  }),
}
