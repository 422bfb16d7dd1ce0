import { z } from 'zod'
import { Id, listQuery, page } from '../../api-contract/fields.ts'
import { FILE_REFUSALS, ofPrepared, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { FoundPassage, Knowledge, KnowledgeGap, KnowledgeQuestion } from '../../entities/knowledge.ts'
import { INLINE_LIMIT, KNOWLEDGE_LIMIT } from '../../media.ts'
import { codeMessage } from '../../validation/field-message.ts'

/** Maximum length of a document's name. */
export const KNOWLEDGE_NAME_LENGTH = 200
/** Maximum passages of a company, all documents together. */
export const KNOWLEDGE_PASSAGES = 20_000
/** Maximum characters of a typed text; a longer one is sent as a file. */
const MAX_TEXT_LENGTH = 500_000
/** Maximum documents of a company. */
export const KNOWLEDGE_DOCUMENTS = 500
/** Maximum characters of a question. */
export const QUESTION_LENGTH = 1000

const rights = { path: '/knowledge', row: Knowledge, read: 'user', change: 'admin', plan: 'useOpenAi' } as const

const rows = rowRoutes({
  ...rights,
  one: 'a document of the knowledge',
  audit: 'knowledge',
  fields: {},
  missing: 'ERR_NO_KNOWLEDGE_FOUND',
  refusals: [],
})

/** Documents from which AI agents answer and the copilot writes (decision 0084). */
export const knowledge = {
  list: rowLists({ ...rights, field: 'knowledge' }).list,
  get: rows.get,
  create: route({
    ...rows.create,
    summary: 'Add a document: a text, the address of a page, or a file, which is read in the background',
    body: z
      .object({
        name: z
          .string()
          .trim()
          .min(1)
          .max(KNOWLEDGE_NAME_LENGTH)
          .describe('By default that of the file or the page')
          .optional(),
        text: z.string().trim().min(1).max(MAX_TEXT_LENGTH).optional(),
        url: z
          .string()
          .trim()
          .max(2048)
          .regex(/^https?:\/\//i, codeMessage('invalid_url'))
          .describe('Address of a page on the internet, which is read once')
          .optional(),
        ...ofPrepared,
      })
      .refine(({ text, name }) => text === undefined || name !== undefined, {
        path: ['name'],
        message: codeMessage('required'),
      }),
    multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger: '/knowledge/uploads' },
    errors: [...FILE_REFUSALS, 'ERR_KNOWLEDGE_SOURCE', 'ERR_KNOWLEDGE_FULL', 'ERR_OUTGOING_URL'],
  }),
  remove: rows.remove,
  uploads: uploadRoute({
    access: 'admin',
    plan: 'useOpenAi',
    path: '/knowledge/uploads',
    summary: 'Prepare the upload of a document that is too large for a call',
    most: KNOWLEDGE_LIMIT,
    errors: ['ERR_UPLOAD_TYPE'],
  }),
  search: route({
    method: 'POST',
    path: '/knowledge/search',
    summary: 'Find the passages that answer a question, best first',
    access: 'user',
    plan: 'useOpenAi',
    body: z.object({
      query: z.string().trim().min(1).max(QUESTION_LENGTH),
      trial: z.boolean().describe('True for a trial, which is not kept among the questions').default(false),
    }),
    response: z.object({
      passages: z.array(FoundPassage),
      by: z.enum(['meaning', 'words']).describe('Kind of search: by words without a key, or while it fails'),
    }),
    errors: ['ERR_TOO_MANY_REQUESTS'],
  }),
  embed: route({
    method: 'POST',
    path: '/knowledge/embed',
    summary: 'Let all passages be found by their meaning, with the model of the AI settings; answers its job',
    access: 'admin',
    plan: 'useOpenAi',
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_PROMPT_KEY_MISSING'],
  }),
  questions: route({
    method: 'GET',
    path: '/knowledge/questions',
    summary: 'Questions of the last 90 days and the sections found for them, newest first',
    access: 'admin',
    plan: 'useOpenAi',
    query: z.object(listQuery),
    response: z.object({ questions: z.array(KnowledgeQuestion), ...page }),
  }),
  gaps: route({
    method: 'GET',
    path: '/knowledge/gaps',
    summary: 'Questions of the last 90 days for which nothing was found, the most frequent first',
    access: 'admin',
    plan: 'useOpenAi',
    query: z.object(listQuery),
    response: z.object({ gaps: z.array(KnowledgeGap), ...page }),
  }),
  removeGap: route({
    method: 'DELETE',
    path: '/knowledge/gaps/{id}',
    summary: 'Take a question off the gaps until it is asked again',
    access: 'admin',
    plan: 'useOpenAi',
    params: z.object({
      id: z
        .string()
        .max(50)
        .regex(/^[\w-]+$/),
    }),
  }),
}
