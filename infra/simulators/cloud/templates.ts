import { newNumber } from '../meta/meta-state.ts'
import type { Call } from '../simulated-system.ts'
import { categoryOf, checkComponents, NAME, templateRefusal } from './check-template.ts'
import type { CloudContext } from './cloud-context.ts'
import type { Account } from './cloud-state.ts'
import { CloudError } from './errors.ts'
import { type Fields, textOf } from './read-param.ts'
import { setTemplateStatus } from './template-changes.ts'
import type { Template } from './template-types.ts'

const DAY = 86_400_000
const MONTH = 30 * DAY

/** Returns a template's node. */
export const templateNode = (template: Template) => ({
  id: template.id,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status,
  parameter_format: template.parameterFormat,
  components: template.components,
  quality_score: { score: template.quality },
  rejected_reason: template.rejectedReason,
  sub_category: 'CUSTOM',
})

/** Returns the nodes' fields that a call asks for; all without any. */
export function pick(node: Record<string, unknown>, fields: string | null): Record<string, unknown> {
  if (!fields) return node
  const names = fields.split(',').map(each => each.trim().replace(/[({].*/, ''))
  const unknown = names.find(name => name && !(name in node))
  if (unknown) throw new CloudError(100, `Tried accessing nonexisting field (${unknown})`)
  return { id: node.id, ...Object.fromEntries(names.filter(Boolean).map(name => [name, node[name]])) }
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')

/** Lists an account's templates by pages with cursors. */
export function listTemplates({ url }: Call, account: Account, { state, origin }: CloudContext) {
  const of = (name: string) => url.searchParams.get(name)
  const limit = Math.min(Math.max(Number(of('limit') ?? 25) || 25, 1), 250)
  const matches = (template: Template): boolean =>
    template.accountId === account.id &&
    template.deletedAt === null &&
    // A name is found by a part of it.
    template.name.includes(of('name') ?? '') &&
    (['status', 'language', 'category'] as const).every(field => !of(field) || template[field] === of(field))
  const all = [...state.templates.values()].filter(matches)
  const after = of('after')
  const start = after ? all.findIndex(({ id }) => cursorOf(id) === after) + 1 : 0
  if (after && start === 0) throw new CloudError(100, 'Invalid cursors values')
  const page = all.slice(start, start + limit)
  if (page.length === 0) return { data: [] }
  const next = new URLSearchParams(url.searchParams)
  next.set('limit', String(limit))
  next.set('after', cursorOf(page.at(-1)!.id))
  return {
    data: page.map(template => pick(templateNode(template), of('fields'))),
    paging: {
      cursors: { before: cursorOf(page[0]!.id), after: cursorOf(page.at(-1)!.id) },
      ...(start + limit < all.length ? { next: `${origin}${url.pathname}?${next}` } : {}),
    },
  }
}

function formatOf(value: unknown): Template['parameterFormat'] | undefined {
  if (value === undefined) return undefined
  const format = (['NAMED', 'POSITIONAL'] as const).find(each => each === String(value).toUpperCase())
  if (!format) throw new CloudError(100, 'Param parameter_format must be one of {NAMED, POSITIONAL}')
  return format
}

/** Submits a new template. */
export function createTemplate(body: Fields, account: Account, context: CloudContext) {
  const { state, clock } = context
  const name = textOf(body.name, 'name', 512)
  if (!NAME.test(name)) throw new CloudError(100, 'Param name must match ^[a-z0-9_]{1,512}$')
  const language = textOf(body.language, 'language', 15)
  if (!/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(language)) throw new CloudError(100, 'Param language is not supported')
  const category = categoryOf(body.category)
  const parameterFormat = formatOf(body.parameter_format) ?? 'POSITIONAL'
  for (const known of state.templates.values()) {
    if (known.accountId !== account.id || known.name !== name || known.language !== language) continue
    if (known.deletedAt === null)
      throw templateRefusal(
        'Content in this language already exists',
        `There is already ${language} content for ${name}.`,
        'name',
      )
    if (known.status === 'APPROVED' && clock.now() < known.deletedAt + MONTH)
      throw templateRefusal(
        'Message template language is being deleted',
        `New ${language} content can't be added to ${name} within 30 days of its deletion.`,
        'deleting',
      )
  }
  const template: Template = {
    id: newNumber(),
    accountId: account.id,
    ...{ name, language, category, parameterFormat },
    components: checkComponents(body.components, parameterFormat, handle => state.media.has(handle)),
    status: 'PENDING',
    rejectedReason: 'NONE',
    quality: 'UNKNOWN',
    editedAt: [],
    deletedAt: null,
  }
  state.templates.set(template.id, template)
  state.save('template', template)
  if (account.autoApprove) setImmediate(() => setTemplateStatus(template, { status: 'APPROVED' }, context))
  return { id: template.id, status: 'PENDING', category }
}

/** Changes a template: an approved one once a day and ten times a month; it is reviewed again. */
export function editTemplate(body: Fields, template: Template, context: CloudContext) {
  const { state, clock } = context
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status))
    throw templateRefusal(
      'Template cannot be edited',
      `A template that is ${template.status} can't be edited.`,
      'edits',
    )
  const isApproved = template.status === 'APPROVED'
  const now = clock.now()
  const edits = template.editedAt.filter(at => at > now - MONTH)
  if (isApproved && (edits.length >= 10 || edits.some(at => at > now - DAY)))
    throw templateRefusal(
      'Template edit limit reached',
      'An approved template can be edited once in 24 hours and 10 times in 30 days.',
      'edits',
    )
  const format = formatOf(body.parameter_format) ?? template.parameterFormat
  const components =
    body.components === undefined
      ? template.components
      : checkComponents(body.components, format, handle => state.media.has(handle))
  if (body.category !== undefined) {
    const category = categoryOf(body.category)
    if (isApproved && category !== template.category)
      throw templateRefusal(
        'Category cannot be changed',
        "The category of an approved template can't be changed.",
        'edits',
      )
    template.category = category
  }
  template.parameterFormat = format
  template.components = components
  template.editedAt = isApproved ? [...edits, now] : edits
  template.status = 'PENDING'
  template.rejectedReason = 'NONE'
  state.save('template', template)
  const account = state.accounts.get(template.accountId)
  if (account?.autoApprove) setImmediate(() => setTemplateStatus(template, { status: 'APPROVED' }, context))
  return { success: true }
}

/** Deletes the templates of a name, or the one with the id as well. */
export function deleteTemplates({ url }: Call, account: Account, { state, clock }: CloudContext) {
  const name = textOf(url.searchParams.get('name') ?? undefined, 'name', 512)
  const id = url.searchParams.get('hsm_id')
  const found = [...state.templates.values()].filter(
    each =>
      each.accountId === account.id && each.name === name && each.deletedAt === null && (id === null || each.id === id),
  )
  if (found.length === 0)
    throw templateRefusal('Message template not found', `There is no message template named ${name}.`)
  for (const template of found) {
    template.deletedAt = clock.now()
    state.save('template', template)
  }
  return { success: true }
}
