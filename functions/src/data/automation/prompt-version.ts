/**
 * Versions of AI agents (decision 0086). The live one is the agent's own row, the others are rows
 * beside it: each is in one place, so there is always exactly one that is live.
 */
import { PROMPT_VERSIONS } from '@balcao/shared/api/automation/prompt-tests.ts'
import { PromptConfiguration, type PromptVersion } from '@balcao/shared/entities/prompt-test.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { definePackedRow } from '../table/packed-row.ts'
import { firstOf, fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { removePartition } from '../table/remove-keys.ts'
import { put, type Refusals, remove, type Write } from '../table/transact.ts'
import type { LiveVersion, PromptRow } from './prompt.ts'

/** Version as stored. */
export type PromptVersionRow = Omit<PromptVersion, 'live'> & { companyId: string; promptId: string }

/** Versions that are not live, in the order in which they were made. */
const VERSIONS = definePackedRow({
  kind: 'promptVersion',
  key: { pk: '${companyId}#prompt-version#${promptId}', sk: '${id}' },
  content: z.custom<PromptVersionRow>(),
})

/** Error of a version that was published or dropped meanwhile. */
export const VERSION_REFUSALS = { promptVersion: 'ERR_CONFLICT' } as const satisfies Refusals

/** Returns the name of the live version; an agent's first one has the agent's own id. */
export const liveVersion = ({ id, createdAt, version }: PromptRow): LiveVersion =>
  version ?? { id, number: 1, note: '', createdBy: null, createdAt }

/** Returns the live version as if it were a row. */
export const liveRow = (companyId: string, prompt: PromptRow): PromptVersionRow => ({
  ...liveVersion(prompt),
  companyId,
  promptId: prompt.id,
  configuration: PromptConfiguration.parse(prompt),
})

/** Returns the name of another version, whose number was never given before. */
export const nextVersion = (prompt: PromptRow, createdBy: UserRef, note = ''): LiveVersion => ({
  id: newId(),
  number: (prompt.lastVersion ?? 1) + 1,
  note,
  createdBy,
  createdAt: new Date().toISOString(),
})

/** Returns a version of an agent, live or not. Throws ERR_NO_PROMPT_VERSION_FOUND. */
export async function requireVersion(companyId: string, prompt: PromptRow, id: string): Promise<PromptVersionRow> {
  if (id === liveVersion(prompt).id) return liveRow(companyId, prompt)
  const row = await VERSIONS.get({ companyId, promptId: prompt.id, id }, { consistent: true })
  if (!row) throw new AppError('ERR_NO_PROMPT_VERSION_FOUND')
  return row
}

const newestFirst = (companyId: string, promptId: string) =>
  fromQuery(from => VERSIONS.query({ companyId, promptId }, from ? { below: String(from) } : undefined), {
    attributes: VERSIONS.attributes,
    toRow: VERSIONS.parse,
    positionOf: ({ id }: PromptVersionRow) => id,
  })

/** Reads a page of the versions that are not live, newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfVersions = (
  companyId: string,
  promptId: string,
  options: PageOptions,
): Promise<Page<PromptVersionRow>> =>
  pageOf(companyId, `prompt-versions|${promptId}`, newestFirst(companyId, promptId), options)

/**
 * Returns the writes that keep a version beside the live one, and drop the oldest others above the
 * limit. `leaves` is one that becomes live in the same transaction.
 */
export async function keepVersion(row: PromptVersionRow, leaves?: string): Promise<Write[]> {
  const { companyId, promptId, id } = row
  const rows = await firstOf(newestFirst(companyId, promptId), 2 * PROMPT_VERSIONS)
  const others = rows.filter(each => each.id !== id && each.id !== leaves)
  // With the one that is kept and the live one.
  const dropped = others.slice(PROMPT_VERSIONS - 2)
  return [
    put('keptVersion', VERSIONS.put(row)),
    ...dropped.map(each => remove('droppedVersion', VERSIONS.delete(each))),
  ]
}

/** Returns the write, labelled `promptVersion`, that takes a version out, as it becomes live. */
export const takeVersion = (row: PromptVersionRow): Write =>
  remove('promptVersion', VERSIONS.delete(row, { when: is => [is.present('row')] }))

/** Returns a version in wire form. */
export const showVersion = ({ companyId: _, promptId, ...row }: PromptVersionRow, live: boolean): PromptVersion => ({
  ...row,
  live,
})

/** Deletes the versions of an agent that was deleted. */
export const removeVersions = (companyId: string, promptId: string): Promise<void> =>
  removePartition(VERSIONS.query({ companyId, promptId }))
