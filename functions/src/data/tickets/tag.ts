import type { Tag, TagRef } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { foldName } from '../table/fold.ts'
import { put, remove, transact, update, type Write, WriteRefused } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'

const TagEntity = new Entity({
  model: model('tag'),
  attributes: {
    companyId: { type: 'string', required: true },
    tagId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    color: { type: 'string', required: true },
    kanban: { type: 'number', required: true },
    /** Tickets that have it, closed ones too. */
    ticketsCount: { type: 'number', required: true },
    createdAt: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#tag' },
      { composite: ['tagId'], template: 'tag#${tagId}' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

const toTag = ({ companyId: _, tagId, ...row }: EntityItem<typeof TagEntity>): Tag => ({
  ...row,
  id: tagId,
  kanban: row.kanban === 1 ? 1 : 0,
  ticketsCount: Math.max(0, row.ticketsCount),
})

export async function getTag(companyId: string, tagId: string): Promise<Tag | undefined> {
  const { data } = await TagEntity.get({ companyId, tagId }).go(options())
  return data ? toTag(data) : undefined
}

/** Throws ERR_NO_TAG_FOUND. */
export async function requireTag(companyId: string, tagId: string): Promise<Tag> {
  const tag = await getTag(companyId, tagId)
  if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
  return tag
}

/** Every tag of the company, by name: some hundreds at most, so a few read units. */
export async function listTags(companyId: string): Promise<Tag[]> {
  const { data } = await TagEntity.query.byId({ companyId }).go({ ...options(), pages: 'all' })
  return data.map(toTag).sort((a, b) => (foldName(a.name) < foldName(b.name) ? -1 : 1))
}

const NAME_TAKEN = { tagName: 'ERR_TAG_NAME_ALREADY_EXISTS' } as const

export type TagFields = Pick<Tag, 'name' | 'color' | 'kanban'>

/** Throws ERR_TAG_NAME_ALREADY_EXISTS. */
export async function createTag(
  companyId: string,
  fields: TagFields,
  { id = newId(), ticketsCount = 0 } = {},
): Promise<Tag> {
  const now = new Date().toISOString()
  const row = { companyId, tagId: id, ...fields, ticketsCount, createdAt: now, updatedAt: now }
  await transact(
    [
      put('tag', TagEntity.create(row).params({ table: tableName() })),
      ...reclaim(companyId, 'tagName', row.tagId, undefined, foldName(fields.name)),
    ],
    NAME_TAKEN,
  )
  return toTag(row)
}

/** The tag is not what it was when somebody's right to change it was looked at. */
const isAnother = (error: unknown): boolean =>
  error instanceof WriteRefused && error.label === 'tag' && error.existing !== undefined

/** Throws ERR_TAG_NAME_ALREADY_EXISTS, ERR_NO_TAG_FOUND, and ERR_CONFLICT when it was changed meanwhile. */
export async function changeTag(companyId: string, before: Tag, fields: Partial<TagFields>): Promise<Tag> {
  const after = { ...before, ...fields, updatedAt: new Date().toISOString() }
  const { name, color, kanban, updatedAt } = after
  const writes = [
    update(
      'tag',
      TagEntity.patch({ companyId, tagId: before.id })
        .set({ name, color, kanban, updatedAt })
        .where((row, is) => `${is.eq(row.name, before.name)} AND ${is.eq(row.kanban, Number(before.kanban))}`)
        .params({ table: tableName() }),
    ),
    ...reclaim(companyId, 'tagName', before.id, foldName(before.name), foldName(name)),
  ]
  try {
    await transact(writes, NAME_TAKEN)
  } catch (error) {
    if (isAnother(error)) throw new AppError('ERR_CONFLICT')
    throw error instanceof WriteRefused && error.label === 'tag' ? new AppError('ERR_NO_TAG_FOUND') : error
  }
  return after
}

/** False when it was gone already. Its tickets lose it in the background. Throws ERR_CONFLICT when it was changed meanwhile. */
export async function deleteTag(companyId: string, tag: Tag): Promise<boolean> {
  try {
    await transact([
      remove(
        'tag',
        TagEntity.remove({ companyId, tagId: tag.id })
          .where((row, is) => `${is.eq(row.name, tag.name)} AND ${is.eq(row.kanban, Number(tag.kanban))}`)
          .params({ table: tableName() }),
      ),
      ...reclaim(companyId, 'tagName', tag.id, foldName(tag.name), undefined),
    ])
    return true
  } catch (error) {
    if (isAnother(error)) throw new AppError('ERR_CONFLICT')
    if (error instanceof WriteRefused && error.label === 'tag') return false
    throw error
  }
}

/** The writes, labelled `tag`, that count a ticket in or out of its tags; refused when a tag is gone. */
export const countTags = (companyId: string, before: readonly string[], after: readonly string[]): Write[] => {
  const count = (tagId: string, by: 1 | -1) =>
    update('tag', TagEntity.patch({ companyId, tagId }).add({ ticketsCount: by }).params({ table: tableName() }))
  return [
    ...before.filter(id => !after.includes(id)).map(id => count(id, -1)),
    ...after.filter(id => !before.includes(id)).map(id => count(id, 1)),
  ]
}

export const tagRef = ({ id, name, color }: Tag): TagRef => ({ id, name, color })
