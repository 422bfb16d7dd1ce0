/** Versions of AI agents, and the test bench (decision 0086). */
import { z } from 'zod'
import { Cursor, Id, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Prompt } from '../../entities/prompt.ts'
import {
  PromptCase,
  type PromptExpectation,
  PromptMark,
  PromptResult,
  PromptRun,
  PromptVersion,
  ToolName,
} from '../../entities/prompt-test.ts'
import { configurationFields } from './prompts.ts'

/** Versions of an agent that are kept, the live one among them. */
export const PROMPT_VERSIONS = 50
/** Maximum cases of an agent, and of one run. */
export const PROMPT_CASES = 100
export const RUN_CASES = 50
/** Maximum messages of a case, and their characters. */
export const CASE_MESSAGES = 10
export const CASE_MESSAGE_LENGTH = 1000
/** Runs of an agent that are kept. */
export const PROMPT_RUNS = 20

const access = { access: 'admin', plan: 'useOpenAi' } as const
const OfPrompt = z.object({ id: Id })
const OfVersion = z.object({ id: Id, versionId: Id })
const OfCase = z.object({ id: Id, caseId: Id })
const OfRun = z.object({ id: Id, runId: Id })
const query = z.object({ cursor: Cursor, limit: z.coerce.number().int().min(1).max(100).default(100) })

/** Makes every field optional; one that is left out is that of the live version. */
const changedFields = Object.fromEntries(
  Object.entries(configurationFields).map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? field.unwrap() : field).optional(),
  ]),
) as { [K in keyof typeof configurationFields]: z.ZodOptional<Undefaulted<(typeof configurationFields)[K]>> }
type Undefaulted<T extends z.ZodType> = T extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : T

export const promptVersions = {
  list: route({
    ...access,
    method: 'GET',
    path: '/prompt/{id}/versions',
    summary: 'The versions of an AI agent: the live one, and the others, newest first',
    params: OfPrompt,
    query,
    response: z.object({ live: PromptVersion, versions: z.array(PromptVersion), ...page }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  create: route({
    ...access,
    audit: 'promptVersion.create',
    method: 'POST',
    path: '/prompt/{id}/versions',
    summary: `Keep another version of an AI agent, without publishing it; of ${PROMPT_VERSIONS} the oldest is dropped`,
    params: OfPrompt,
    body: z.object({ note: z.string().trim().max(200).default(''), ...changedFields }),
    response: PromptVersion,
    status: 201,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_STORE_FOUND', 'ERR_CONFLICT'],
  }),
  publish: route({
    ...access,
    audit: 'prompt.update',
    method: 'POST',
    path: '/prompt/{id}/versions/{versionId}/publish',
    summary: 'Answer contacts by a version; the one that was live is kept, so that going back is the same call',
    params: OfVersion,
    response: Prompt,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_PROMPT_VERSION_FOUND', 'ERR_NO_STORE_FOUND', 'ERR_CONFLICT'],
  }),
}

/** Expectations of a case that has none. */
export const NO_EXPECTATION: PromptExpectation = { says: [], never: [], tools: [], noTools: [] }

const Word = z.string().trim().min(1).max(60)
const caseFields = {
  name: z.string().trim().min(1).max(100),
  messages: z.array(z.string().trim().min(1).max(CASE_MESSAGE_LENGTH)).min(1).max(CASE_MESSAGES),
  expect: z.strictObject({
    says: z.array(Word).max(10).default([]),
    never: z.array(Word).max(10).default([]),
    tools: z.array(ToolName).max(20).default([]),
    noTools: z.array(ToolName).max(20).default([]),
  }),
}

export const promptCases = {
  list: route({
    ...access,
    method: 'GET',
    path: '/prompt/{id}/cases',
    summary: 'The test cases of an AI agent, oldest first',
    params: OfPrompt,
    query,
    response: z.object({ cases: z.array(PromptCase), ...page }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  create: route({
    ...access,
    audit: 'promptCase.create',
    method: 'POST',
    path: '/prompt/{id}/cases',
    summary: 'Add a test case',
    params: OfPrompt,
    body: z.object({ ...caseFields, expect: caseFields.expect.default(NO_EXPECTATION) }),
    response: PromptCase,
    status: 201,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_PROMPT_CASE_LIMIT'],
  }),
  fromTicket: route({
    ...access,
    audit: 'promptCase.create',
    method: 'POST',
    path: '/prompt/{id}/cases/from-ticket',
    summary: 'Add a test case of a conversation: what its contact wrote, with made-up names, numbers and addresses',
    params: OfPrompt,
    body: z.object({ ticketId: Id }),
    response: PromptCase,
    status: 201,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_PROMPT_CASE_EMPTY', 'ERR_PROMPT_CASE_LIMIT'],
  }),
  update: route({
    ...access,
    audit: 'promptCase.update',
    method: 'PUT',
    path: '/prompt/{id}/cases/{caseId}',
    summary: 'Change a test case; other messages take its mark away',
    params: OfCase,
    body: z.object(caseFields).partial(),
    response: PromptCase,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_PROMPT_CASE_FOUND', 'ERR_CONFLICT'],
  }),
  mark: route({
    ...access,
    audit: 'promptCase.update',
    method: 'PUT',
    path: '/prompt/{id}/cases/{caseId}/mark',
    summary: 'Judge a result of a test case: later results are compared with it; null takes the mark away',
    params: OfCase,
    body: z.object({ value: PromptMark.nullable(), runId: Id, versionId: Id }),
    response: PromptCase,
    errors: [
      ...(['ERR_NO_PROMPT_FOUND', 'ERR_NO_PROMPT_CASE_FOUND', 'ERR_NO_PROMPT_RUN_FOUND'] as const),
      ...(['ERR_NO_PROMPT_VERSION_FOUND', 'ERR_PROMPT_RESULT_MISSING', 'ERR_CONFLICT'] as const),
    ],
  }),
  remove: route({
    ...access,
    audit: 'promptCase.delete',
    method: 'DELETE',
    path: '/prompt/{id}/cases/{caseId}',
    summary: 'Delete a test case',
    params: OfCase,
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
}

export const promptRuns = {
  list: route({
    ...access,
    method: 'GET',
    path: '/prompt/{id}/runs',
    summary: `The last ${PROMPT_RUNS} test runs of an AI agent, newest first`,
    params: OfPrompt,
    query,
    response: z.object({ runs: z.array(PromptRun), ...page }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  create: route({
    ...access,
    method: 'POST',
    path: '/prompt/{id}/runs',
    summary: 'Play test cases against one version, or two; nothing is sent or written to the shop. Counts as use',
    params: OfPrompt,
    body: z.object({
      versions: z.array(Id).min(1).max(2).describe('The live one by default').optional(),
      caseIds: z.array(Id).min(1).max(RUN_CASES),
    }),
    response: PromptRun,
    status: 202,
    errors: [
      ...(['ERR_NO_PROMPT_FOUND', 'ERR_NO_PROMPT_VERSION_FOUND', 'ERR_NO_PROMPT_CASE_FOUND'] as const),
      ...(['ERR_PROMPT_KEY_MISSING', 'ERR_AI_TOKENS_SPENT', 'ERR_AI_COST_SPENT', 'ERR_PROMPT_RUN_UNDER_WAY'] as const),
    ],
  }),
  get: route({
    ...access,
    method: 'GET',
    path: '/prompt/{id}/runs/{runId}',
    summary: 'Read a test run: which cases passed so far',
    params: OfRun,
    response: PromptRun,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_PROMPT_RUN_FOUND'],
  }),
  results: route({
    ...access,
    method: 'GET',
    path: '/prompt/{id}/runs/{runId}/cases/{caseId}',
    summary: 'Read how each version of a test run answered one case, in the order of the versions',
    params: z.object({ id: Id, runId: Id, caseId: Id }),
    response: z.object({ id: Id.describe('The case'), results: z.array(PromptResult) }),
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_PROMPT_RUN_FOUND', 'ERR_NO_PROMPT_CASE_FOUND'],
  }),
}
