import { z } from 'zod'
import { Id, IdParams, listQuery, page } from '../../api-contract/fields.ts'
import { FILE_REFUSALS, ofPrepared, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { Template, TemplateComponent, TemplateLanguage, TemplateName } from '../../entities/template.ts'
import { INLINE_LIMIT } from '../../media.ts'
import { HEADER_FILE_BYTES } from '../../rules/templates/header-files.ts'
import { templateProblems } from '../../rules/templates/template-problems.ts'
import { codeMessage } from '../../validation/field-message.ts'

/** Parts of a template that is made or changed here, as Meta takes them. */
export const TemplateComponents = z
  .array(TemplateComponent)
  .min(1)
  .max(5)
  .superRefine((components, context) => {
    for (const { path, code, maximum } of templateProblems(components))
      context.addIssue({
        code: 'custom',
        path,
        message: codeMessage(code),
        ...(maximum === undefined ? {} : { params: { maximum } }),
      })
  })

/** Categories of a template that is made here; authentication has forms of its own at Meta. */
const Category = z.enum(['MARKETING', 'UTILITY'])

export const TemplateBody = z.object({
  whatsappId: Id,
  name: TemplateName,
  language: TemplateLanguage,
  category: Category,
  components: TemplateComponents,
})

export const TemplateChanges = z.object({ category: Category.optional(), components: TemplateComponents })

const REFUSALS = [
  'ERR_NO_WAPP_FOUND',
  'ERR_CHANNEL_UNSUPPORTED',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_TEMPLATE_REFUSED',
  'ERR_META_UNAVAILABLE',
] as const

export const templates = {
  list: route({
    method: 'GET',
    path: '/templates',
    summary: 'The templates of a connection, by name; who is no admin gets the approved ones',
    access: 'user',
    query: z.object({ ...listQuery, whatsappId: Id, status: z.enum(['APPROVED']).optional() }),
    response: z.object({ templates: z.array(Template), ...page }),
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_UNSUPPORTED'],
  }),
  create: route({
    method: 'POST',
    path: '/templates',
    summary: 'Make a template and submit it to Meta for review',
    access: 'admin',
    audit: 'template.create',
    body: TemplateBody,
    response: Template,
    status: 201,
    errors: [...REFUSALS, 'ERR_TEMPLATE_ALREADY_EXISTS'],
  }),
  update: route({
    method: 'PUT',
    path: '/templates/{id}',
    summary: 'Change a template and submit it again; Meta allows it once a day, and not during a review',
    access: 'admin',
    audit: 'template.update',
    params: IdParams,
    body: TemplateChanges,
    response: Template,
    errors: [...REFUSALS, 'ERR_NO_TEMPLATE_FOUND'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/templates/{id}',
    summary: 'Delete a template at Meta, in its language only',
    access: 'admin',
    audit: 'template.delete',
    params: IdParams,
    errors: REFUSALS,
  }),
  uploads: uploadRoute({
    path: '/templates/uploads',
    summary: 'Prepare the upload of a sample for a header: JPEG or PNG up to 5 MB, MP4 or PDF up to 16 MB',
    access: 'admin',
    most: HEADER_FILE_BYTES,
    errors: ['ERR_TEMPLATE_FILE'],
  }),
  /** Nothing is kept: the file in the bucket expires, as every prepared one. */
  sendSample: route({
    method: 'POST',
    path: '/templates/header',
    summary: 'Give Meta the sample of a header; its handle goes into `example.header_handle`',
    access: 'admin',
    body: z.object({ whatsappId: Id, ...ofPrepared }),
    multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger: '/templates/uploads' },
    response: z.object({ handle: z.string(), format: z.enum(['IMAGE', 'VIDEO', 'DOCUMENT']) }),
    errors: [
      ...([
        'ERR_NO_WAPP_FOUND',
        'ERR_CHANNEL_UNSUPPORTED',
        'ERR_WAPP_NOT_INITIALIZED',
        'ERR_META_UNAVAILABLE',
      ] as const),
      ...FILE_REFUSALS,
      ...(['ERR_TEMPLATE_FILE', 'ERR_TEMPLATE_FILE_REFUSED', 'ERR_CLOUD_NOT_CONFIGURED'] as const),
    ],
  }),
  sync: route({
    method: 'POST',
    path: '/templates/sync',
    summary: 'Read the templates of a connection from Meta again',
    access: 'admin',
    body: z.object({ whatsappId: Id }),
    response: z.object({ created: z.number().int(), updated: z.number().int(), removed: z.number().int() }),
    errors: REFUSALS,
  }),
}
