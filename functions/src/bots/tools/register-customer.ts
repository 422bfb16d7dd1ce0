import { LongName } from '@balcao/shared/api-contract/sales-fields.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { givesConsent } from '@balcao/shared/rules/gives-consent.ts'
import { refusesConsent } from '@balcao/shared/rules/refuses-consent.ts'
import { documentSigns, isDocument } from '@balcao/shared/rules/sales/document.ts'
import { z } from 'zod'
import { changeContact } from '../../data/contacts/contact.ts'
import { createCustomer, findByDocument } from '../../data/customers/customer.ts'
import { type CustomerRow, getCustomer } from '../../data/customers/customer-row.ts'
import { getDefaultCustomerId } from '../../data/customers/default-customer.ts'
import { PORTFOLIOS } from '../../data/customers/portfolio.ts'
import { everyRow } from '../../data/table/small-list.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { publishContact } from '../../messaging/publish-ticket.ts'
import { recordContactChange } from '../../messaging/record-contact-change.ts'
import { publishCustomer } from '../../sales/publish-customer.ts'
import { adoptCustomer } from './adopt-customer.ts'
import { firstNameOf, isTheirs, knownCustomer } from './known-customer.ts'
import { rowIdOf } from './row-id.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

const parameters = z.object({
  document: z.string().max(30).describe('CPF ou CNPJ que o cliente escreveu.'),
  fullName: LongName.describe('Nome completo, como o cliente o disse.'),
  email: z
    .union([z.email().max(255), z.literal('')])
    .default('')
    .describe('E-mail, se o cliente o disse.'),
})

const NEEDS_PERSON: ToolResult = {
  answer: { error: 'needs_person', message: 'Este cadastro precisa de uma pessoa: transfira a conversa.' },
}

/**
 * Registers the contact as a customer, with a document they wrote and their consent: the first call
 * has the model ask for it, and one in a later reply registers.
 */
export const registerCustomer = defineTool({
  name: 'register_customer',
  switch: 'customer',
  needs: 'sales',
  description:
    'Cadastra o cliente, depois que ele informou CPF ou CNPJ e nome e concordou. A primeira chamada responde consent_needed: pergunte, e chame de novo quando ele concordar.',
  parameters,
  async run(context, given) {
    const document = documentSigns(given.document)
    if (!isDocument(document)) throw new AppError('ERR_DOCUMENT_INVALID')
    if (context.ticket.isGroup) return NEEDS_PERSON
    if (!wasWritten(document, context.said))
      return { answer: { error: 'document_not_written', message: 'O cliente não escreveu este documento.' } }
    const known = await knownCustomer(context)
    if (known) return known.document === document ? registered(context, known) : NEEDS_PERSON
    const { consent, ...state } = context.state
    const asked = Consent.safeParse(consent).data
    const isAsked = asked?.document === document && asked.replyNumber < context.replyNumber
    const answer = isAsked ? answerTo(asked, context) : undefined
    if (answer === 'no') return { ...CONSENT_REFUSED, state }
    if (answer === 'yes') return register(context, { ...given, document })
    const asking = { document, replyNumber: context.replyNumber, after: context.saidNow.at(-1)?.id ?? '' }
    return { ...CONSENT_NEEDED, state: { ...state, consent: asking } }
  },
})

const wordsOf = ({ body, transcript }: MessageRow): string => `${body} ${transcript ?? ''}`

/** Returns whether the contact wrote the document, with or without punctuation. */
const wasWritten = (document: string, said: readonly MessageRow[]): boolean =>
  said.some(message => !message.fromMe && documentSigns(wordsOf(message)).includes(document))

/**
 * Document for which consent was asked, the reply that had the model ask, and the newest message of
 * the contact by then.
 */
const Consent = z.object({ document: z.string(), replyNumber: z.number(), after: z.string() })

/** Returns the contact's newest clear answer since they were asked; undefined for none. */
function answerTo({ after }: z.infer<typeof Consent>, { said, saidNow }: ToolContext): 'yes' | 'no' | undefined {
  const newest = [...new Map([...said, ...saidNow].map(message => [message.id, message])).values()]
    .filter(({ id, fromMe }) => !fromMe && id > after)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
  for (const message of newest) {
    if (refusesConsent(wordsOf(message))) return 'no'
    if (givesConsent(wordsOf(message))) return 'yes'
  }
  return undefined
}

const CONSENT_NEEDED: ToolResult = {
  answer: {
    error: 'consent_needed',
    message: 'Pergunte ao cliente se ele autoriza guardar nome e documento para o pedido.',
  },
}
const CONSENT_REFUSED: ToolResult = {
  answer: { error: 'consent_refused', message: 'O cliente não autorizou o cadastro.' },
}

async function register(
  context: ToolContext,
  { document, fullName, email }: z.infer<typeof parameters>,
): Promise<ToolResult> {
  const { companyId, ticket, prompt, dry } = context
  const id = await rowIdOf(context, 'customer')
  const existing = await findByDocument(companyId, document)
  // The call was carried out up to there before.
  const isOwn = existing && (existing.id === id || isTheirs(context, existing))
  if (existing && !isOwn) return NEEDS_PERSON
  if (dry && !existing)
    return {
      answer: { ok: true, firstName: firstNameOf({ fullName }) },
      state: { ...context.state, isRegistered: true },
    }
  if (dry && existing) return registered(context, existing)
  const portfolioId = existing?.portfolioId ?? (await portfolioFor(companyId))
  if (portfolioId === undefined) return NEEDS_PERSON
  const fields = { document, fullName, email, birthday: null, portfolioId, customerDefault: false }
  const { customer } = existing ? { customer: existing } : await createCustomer(companyId, fields, prompt.id, id)
  const { before, contact } = await changeContact(companyId, ticket.contact.id, { customerId: customer.id })
  await recordContactChange(before, contact, { id: prompt.id, name: prompt.name })
  const linked = (await getCustomer(companyId, customer.id, true)) ?? customer
  await Promise.all([
    publishCustomer({ customer: linked, deposed: undefined }, existing ? 'update' : 'create'),
    publishContact(contact, 'update'),
  ])
  return registered(context, linked)
}

async function registered(context: ToolContext, customer: CustomerRow): Promise<ToolResult> {
  const { consent: _, ...state } = await adoptCustomer(context, customer)
  return { answer: { ok: true, firstName: firstNameOf(customer) }, state }
}

/**
 * Returns the portfolio of a customer whom nobody has taken charge of: the default customer's, else
 * the first that was made; undefined if there is none.
 */
async function portfolioFor(companyId: string): Promise<string | undefined> {
  const defaultId = await getDefaultCustomerId(companyId)
  const standIn = defaultId === undefined ? undefined : await getCustomer(companyId, defaultId)
  if (standIn) return standIn.portfolioId
  return (await everyRow(companyId, PORTFOLIOS)).map(({ id }) => id).sort()[0]
}
