import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { isTemplateValue, MAX_VALUE_LENGTH } from '../rules/templates/template-value.ts'
import { codeMessage } from '../validation/field-message.ts'
import { Quality } from './whatsapp.ts'

/** Categories of a template; they decide what its messages cost. */
export const TemplateCategory = z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION'])
export type TemplateCategory = z.infer<typeof TemplateCategory>

/** States of a template at Meta; only an approved one may be sent. */
export const TemplateStatus = z.enum([
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
])
export type TemplateStatus = z.infer<typeof TemplateStatus>

/** Name of a template, unique in its business account for each language. */
export const TemplateName = z.string().regex(/^[a-z0-9_]{1,512}$/, codeMessage('invalid_format'))

/** Language of a template as Meta spells it: `pt_BR`, `en`. */
export const TemplateLanguage = z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, codeMessage('invalid_format'))

/** Longest texts that are read; those of a template made here are bounded by `templateProblems`. */
const Text = z.string().max(4096)
const Sample = z.string().max(2000)

/** Meta's name for an uploaded file: a line of some 400 characters for each of its parts. */
const Handle = z.string().max(10_000)

const NamedSample = z.object({ param_name: z.string().max(100), example: Sample })

const TextHeader = z.object({
  type: z.literal('HEADER'),
  format: z.literal('TEXT'),
  text: Text,
  example: z
    .object({
      header_text: z.array(Sample).max(10).optional(),
      header_text_named_params: z.array(NamedSample).max(10).optional(),
    })
    .optional(),
})

const MediaHeader = z.object({
  type: z.literal('HEADER'),
  format: z.enum(['IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  /** Handle of an uploaded sample; in what Meta answers, its address. */
  example: z.object({ header_handle: z.array(Handle).max(10).optional() }).optional(),
})
export type HeaderFormat = z.infer<typeof MediaHeader>['format']

const Body = z.object({
  type: z.literal('BODY'),
  text: Text,
  example: z
    .object({
      body_text: z.array(z.array(Sample).max(100)).max(10).optional(),
      body_text_named_params: z.array(NamedSample).max(100).optional(),
    })
    .optional(),
})

const Footer = z.object({ type: z.literal('FOOTER'), text: Text })

const Label = z.string().max(200)

/** Button of a template in Meta's form; `OTHER` stands for kinds that are only read. */
export const TemplateButtonDefinition = z.discriminatedUnion('type', [
  z.object({ type: z.literal('QUICK_REPLY'), text: Label }),
  /** Address that may end in one variable, `{{1}}`; `example` is a whole address. */
  z.object({ type: z.literal('URL'), text: Label, url: Sample, example: z.array(Sample).max(10).optional() }),
  z.object({ type: z.literal('PHONE_NUMBER'), text: Label, phone_number: z.string().max(40) }),
  z.object({ type: z.literal('COPY_CODE'), text: Label.optional(), example: Sample }),
  z.object({ type: z.literal('OTHER'), text: Label.optional() }),
])
export type TemplateButtonDefinition = z.infer<typeof TemplateButtonDefinition>

const Buttons = z.object({ type: z.literal('BUTTONS'), buttons: z.array(TemplateButtonDefinition).min(1).max(20) })

/**
 * Part of a template in Meta's form (Graph API v23.0, "Message templates": `components`). `OTHER`
 * stands for parts that are only read, such as a carousel.
 */
export const TemplateComponent = z.union([
  TextHeader,
  MediaHeader,
  Body,
  Footer,
  Buttons,
  z.object({ type: z.literal('OTHER') }),
])
export type TemplateComponent = z.infer<typeof TemplateComponent>

/** Template of a business account, as a connection of the company has it. */
export const Template = z.object({
  id: Id,
  whatsappId: Id,
  name: z.string(),
  language: z.string(),
  category: TemplateCategory,
  status: TemplateStatus,
  quality: Quality,
  /** Meta's word for why it refused the template; null unless it is rejected. */
  rejectedReason: z.string().nullable(),
  components: z.array(TemplateComponent),
  /** Names of the values that a message of it needs. */
  variables: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Template = z.infer<typeof Template>

/** Values of a template's variables, by name. They may hold the product's own `{{name}}`. */
export const TemplateVariables = z
  .record(
    z.string().min(1).max(100),
    z.string().max(MAX_VALUE_LENGTH).refine(isTemplateValue, codeMessage('invalid_format')),
  )
  .refine(values => Object.keys(values).length <= 100, { error: codeMessage('too_many'), params: { maximum: 100 } })
export type TemplateVariables = z.infer<typeof TemplateVariables>

/** Template that a message is made of. */
export const TemplateToSend = z.object({
  name: TemplateName,
  language: TemplateLanguage,
  variables: TemplateVariables.default({}),
})
export type TemplateToSend = z.infer<typeof TemplateToSend>
