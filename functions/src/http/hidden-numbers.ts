import { hidesNumbers } from './hides-numbers.ts'
import type { HttpRequest } from './http-request.ts'
import { maskFor } from './mask-for.ts'

/** Resources of which the numbers are the company's own. */
const OWN: ReadonlySet<string> = new Set(['whatsapp', 'whatsappSession', 'companies'])
/**
 * Texts of the company, or of the caller alone, which a client sends back
 * as read: no data of a contact.
 */
const CONTENT: ReadonlySet<string> = new Set([
  ...['quickMessages', 'macros', 'templates', 'helps', 'announcements', 'textDrafts'],
])
/** Operation of these resources that fills a text with what a contact has. */
const FILLED = 'macros.preview'

/**
 * Masks the numbers in every answer, of an operation or an error, to a caller who may not see them:
 * the one place where an answer becomes text, so no operation has to think of it.
 */
async function mask({ response, internal, context }: HttpRequest): Promise<void> {
  const { ctx } = context.call ?? {}
  const { resource = '', name = '' } = internal.matched ?? {}
  if (
    ctx?.kind !== 'user' ||
    !response?.body ||
    OWN.has(resource) ||
    (CONTENT.has(resource) && name !== FILLED) ||
    !(await hidesNumbers(ctx))
  )
    return
  const { body } = response
  response.body = internal.matched?.route.text
    ? (await maskFor(ctx.companyId, { body })).body
    : JSON.stringify(await maskFor(ctx.companyId, JSON.parse(body) as unknown))
}

export const hiddenNumbers = { after: mask, onError: mask }
