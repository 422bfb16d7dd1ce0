/**
 * Message templates of a business account: Graph API v23.0, "WhatsApp Business Account > Message
 * Templates" (read on 2026-11-28).
 */
import { TemplateCategory, TemplateComponent, TemplateStatus } from '@balcao/shared/entities/template.ts'
import { Quality } from '@balcao/shared/entities/whatsapp.ts'
import { hasNamedVariables } from '@balcao/shared/rules/templates/template-problems.ts'
import { z } from 'zod'
import type { MetaTemplate } from '../../data/channels/template.ts'
import { callGraph } from './graph.ts'

/** Longest answer of Meta's to making or changing a template, in milliseconds. */
const TIMEOUT_MS = 20_000

const MetaId = z.union([z.string().regex(/^\d{1,40}$/), z.number().int().transform(String)])

/** Reads a button; Meta lists the code of one as a list, and codes to sign in as `OTP`. */
const Button = z.unknown().transform((given): unknown => {
  const button = z.looseObject({ type: z.string() }).safeParse(given).data
  if (button?.type === 'COPY_CODE' && Array.isArray(button.example)) return { ...button, example: button.example[0] }
  if (button?.type === 'OTP') return { type: 'URL', text: button.text, url: 'https://www.whatsapp.com/otp/code/{{1}}' }
  const isKnown = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'].includes(button?.type ?? '')
  return isKnown ? button : { type: 'OTHER', ...(typeof button?.text === 'string' ? { text: button.text } : {}) }
})

const Component = z.unknown().transform((given): TemplateComponent => {
  const buttons = z.looseObject({ type: z.literal('BUTTONS'), buttons: z.array(Button) }).safeParse(given)
  const known = TemplateComponent.safeParse(buttons.success ? buttons.data : given)
  return known.success ? known.data : { type: 'OTHER' }
})

const Listed = z
  .object({
    id: MetaId,
    name: z.string().min(1).max(512),
    language: z.string().min(2).max(20),
    status: z.string(),
    category: TemplateCategory.catch('MARKETING'),
    quality_score: z.object({ score: Quality.catch('UNKNOWN') }).nullish(),
    rejected_reason: z.string().max(100).nullish(),
    components: z.array(Component).max(20).default([]),
  })
  .transform(
    (given): MetaTemplate => ({
      metaId: given.id,
      name: given.name,
      language: given.language,
      category: given.category,
      // A state that is not known yet may not be sent.
      status: TemplateStatus.catch('DISABLED').parse(given.status),
      quality: given.quality_score?.score ?? 'UNKNOWN',
      rejectedReason: given.status === 'REJECTED' ? reasonOf(given.rejected_reason) : null,
      components: given.components,
    }),
  )

/** Returns Meta's word for a refusal; it writes NONE for no reason. */
export const reasonOf = (reason: string | null | undefined): string | null =>
  reason && reason !== 'NONE' ? reason : null

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})

const FIELDS = 'id,name,language,status,category,quality_score,rejected_reason,components'
const PAGE_SIZE = 100
/** Maximum number of pages: an account has at most 6,000 templates. */
const MAX_PAGES = 70

/**
 * Lists the templates of an account, or those of one name in all their languages.
 * @throws GraphError
 */
export async function listTemplates(businessAccountId: string, token: string, name?: string): Promise<MetaTemplate[]> {
  const found: MetaTemplate[] = []
  let after: string | undefined
  for (let step = 0; step < MAX_PAGES; step++) {
    const { data, paging } = await callGraph(`${businessAccountId}/message_templates`, Page, {
      query: {
        fields: FIELDS,
        limit: String(PAGE_SIZE),
        ...(name === undefined ? {} : { name }),
        ...(after ? { after } : {}),
      },
      token,
    })
    for (const each of data) {
      const known = Listed.safeParse(each)
      // Meta's `name` also finds names that contain it.
      if (known.success && (name === undefined || known.data.name === name)) found.push(known.data)
    }
    after = paging?.next ? paging.cursors?.after : undefined
    if (!after) break
  }
  return found
}

const Made = z.object({
  id: MetaId,
  status: TemplateStatus.catch('PENDING').default('PENDING'),
  category: TemplateCategory.optional(),
})

type NewTemplate = Pick<MetaTemplate, 'name' | 'language' | 'category' | 'components'>

const formatOf = (components: readonly TemplateComponent[]): 'NAMED' | 'POSITIONAL' =>
  hasNamedVariables(components) ? 'NAMED' : 'POSITIONAL'

/**
 * Submits a new template for review. Meta may give it another category.
 * @throws GraphError
 */
export async function submitTemplate(
  businessAccountId: string,
  token: string,
  given: NewTemplate,
): Promise<MetaTemplate> {
  const { id, status, category } = await callGraph(`${businessAccountId}/message_templates`, Made, {
    method: 'POST',
    body: { ...given, parameter_format: formatOf(given.components) },
    token,
    timeoutMs: TIMEOUT_MS,
  })
  const { name, language, components } = given
  const made = { metaId: id, name, language, category: category ?? given.category, status, components }
  return { ...made, quality: 'UNKNOWN', rejectedReason: null }
}

const Done = z.object({ success: z.boolean() })

/**
 * Changes a template, and submits it again.
 * @throws GraphError
 */
export async function resubmitTemplate(
  metaId: string,
  token: string,
  changes: Partial<Pick<MetaTemplate, 'category'>> & Pick<MetaTemplate, 'components'>,
): Promise<void> {
  await callGraph(metaId, Done, {
    method: 'POST',
    body: { ...changes, parameter_format: formatOf(changes.components) },
    token,
    timeoutMs: TIMEOUT_MS,
  })
}

/**
 * Deletes a template in its language.
 * @throws GraphError
 */
export async function deleteTemplate(
  businessAccountId: string,
  token: string,
  { name, metaId }: Pick<MetaTemplate, 'name' | 'metaId'>,
): Promise<void> {
  await callGraph(`${businessAccountId}/message_templates`, Done, {
    method: 'DELETE',
    query: { hsm_id: metaId, name },
    token,
    timeoutMs: TIMEOUT_MS,
  })
}
