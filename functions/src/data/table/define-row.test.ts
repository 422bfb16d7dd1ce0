import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRow } from './define-row.ts'
import { existingRow, isRefused } from './refused.ts'
import { deleteOne, exchangeOne, putOne, updateOne } from './single-write.ts'

const PARCELS = defineRow({
  kind: 'parcel',
  key: { pk: '${companyId}#parcel', sk: 'parcel#${id}' },
  indexes: {
    gsi1: { pk: '${companyId}#parcels#${state}', sk: '${rank}' },
    gsi2: { pk: '${companyId}#parcels#of#${ownerId}', sk: '${rank}' },
  },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    state: z.enum(['new', 'sent']),
    rank: z.string(),
    ownerId: z.string().optional(),
    weight: z.number().optional(),
    note: z.string().optional(),
  }),
})

const parcel = (changes = {}) => ({
  companyId: newId(),
  id: newId(),
  state: 'new' as const,
  rank: '1',
  ...changes,
})

describe('a row', () => {
  it('lies in the table with its keys, the keys of its indexes and its kind', () => {
    const row = parcel({ companyId: 'c', id: 'p' })
    expect(PARCELS.item(row)).toEqual({
      pk: 'c#parcel',
      sk: 'parcel#p',
      gsi1pk: 'c#parcels#new',
      gsi1sk: '1',
      __edb_e__: 'parcel',
      __edb_v__: '1',
      ...row,
    })
    // Sparse: without an owner it is not in the index of owners.
    expect(PARCELS.item({ ...row, ownerId: 'o' })).toMatchObject({ gsi2pk: 'c#parcels#of#o', gsi2sk: '1' })
  })

  it('is read as it was written, without its keys', async () => {
    const row = parcel({ note: 'frágil' })
    expect(await PARCELS.get(row)).toBeUndefined()
    await putOne(PARCELS.create(row))
    expect(await PARCELS.get(row, { consistent: true })).toEqual(row)
    await expect(putOne(PARCELS.create(row))).rejects.toSatisfy(isRefused)
    expect(await deleteOne(PARCELS.delete(row))).toMatchObject({ note: 'frágil' })
    expect(await deleteOne(PARCELS.delete(row))).toBeUndefined()
  })

  it('is refused where its content is of another shape', () => {
    expect(() => PARCELS.item({ ...parcel(), state: 'lost' as never })).toThrow()
    expect(() => PARCELS.item({ ...parcel(), rank: undefined as never })).toThrow()
    expect(() => PARCELS.key({ companyId: 'c' } as never)).toThrow('a key of "parcel" lacks a value')
  })

  it('of another kind in the same partition is none of these', () => {
    expect(PARCELS.parse({ ...PARCELS.item(parcel()), __edb_e__: 'letter' })).toBeUndefined()
  })
})

describe('a change', () => {
  it('sets, counts and removes, and moves the row in its indexes', async () => {
    const row = parcel({ ownerId: 'ana', weight: 2, note: 'x' })
    await putOne(PARCELS.create(row))
    const after = await updateOne(
      PARCELS.change(row, { set: { state: 'sent', rank: '2', ownerId: 'bia' }, add: { weight: 3 }, remove: ['note'] }),
    )
    expect(PARCELS.parse(after)).toEqual({
      ...row,
      state: 'sent',
      rank: '2',
      ownerId: 'bia',
      weight: 5,
      note: undefined,
    })
    const { companyId } = row
    expect(await PARCELS.every(PARCELS.queryIndex('gsi1', { companyId, state: 'new' }))).toEqual([])
    expect(await PARCELS.every(PARCELS.queryIndex('gsi1', { companyId, state: 'sent' }))).toHaveLength(1)
    expect(await PARCELS.every(PARCELS.queryIndex('gsi2', { companyId, ownerId: 'bia' }))).toHaveLength(1)
    const orphan = await updateOne(PARCELS.change(row, { remove: ['ownerId'] }))
    expect(orphan).not.toHaveProperty('gsi2pk')
    expect(await PARCELS.every(PARCELS.queryIndex('gsi2', { companyId, ownerId: 'bia' }))).toEqual([])
  })

  it('of a part of an index key needs the rest of it', () => {
    expect(() => PARCELS.change(parcel(), { set: { state: 'sent' } })).not.toThrow()
    const { companyId, id } = parcel()
    expect(() => PARCELS.change({ companyId, id }, { set: { state: 'sent' } })).toThrow('without the rest')
  })

  it('leaves what stands in keys alone out of the row', async () => {
    const NOTES = defineRow({
      kind: 'note',
      key: { pk: '${companyId}#note', sk: 'note#${id}' },
      indexes: { gsi1: { pk: '${companyId}#notes#${ownerId}', sk: '${noteId}' } },
      content: z.object({
        companyId: z.string(),
        id: z.string(),
        ownerId: z.string().optional(),
        noteId: z.string().optional(),
        text: z.string(),
      }),
      keyOnly: ['companyId', 'id', 'ownerId', 'noteId'],
      unmarked: true,
    })
    const ids = { companyId: newId(), id: newId() }
    await putOne(NOTES.create({ ...ids, ownerId: 'ana', noteId: ids.id, text: 'x' }))
    const after = await updateOne(NOTES.change(ids, { set: { ownerId: 'bia', noteId: ids.id, text: 'y' } }))
    const gsi1 = { gsi1pk: `${ids.companyId}#notes#bia`, gsi1sk: ids.id }
    expect(after).toEqual({ ...NOTES.key(ids), ...gsi1, text: 'y' })
  })

  it('is refused where there is no row, unless it may make one', async () => {
    const row = parcel()
    await expect(updateOne(PARCELS.change(row, { set: { note: 'y' } }))).rejects.toSatisfy(isRefused)
    const { companyId, id } = row
    const made = await updateOne(PARCELS.upsert({ companyId, id }, { add: { weight: 1 } }))
    expect(PARCELS.parse(made)).toEqual({ companyId, id, weight: 1 })
    expect(made.__edb_e__).toBe('parcel')
  })

  it('happens under all of its conditions only', async () => {
    const row = parcel({ weight: 2 })
    await putOne(PARCELS.create(row))
    const heavier = (weight: number) =>
      updateOne(
        PARCELS.change(row, {
          add: { weight: 1 },
          when: is => [is.any(is.absent('note'), is.equal('note', 'x')), is.all(is.atLeast('weight', weight))],
        }),
      )
    await expect(heavier(3)).rejects.toSatisfy(isRefused)
    expect((await heavier(2)).weight).toBe(3)
    await updateOne(PARCELS.change(row, { set: { note: 'y' } }))
    await expect(heavier(2)).rejects.toSatisfy(isRefused)
    await expect(deleteOne(PARCELS.delete(row, { when: is => [is.differs('note', 'y')] }))).rejects.toSatisfy(isRefused)
  })
})

describe('a change of what an attribute holds', () => {
  const CREWS = defineRow({
    kind: 'crew',
    key: { pk: '${companyId}#crew', sk: 'crew#${id}' },
    content: z.object({
      companyId: z.string(),
      id: z.string(),
      made: z.number().optional(),
      asked: z.number().optional(),
      answered: z.number().optional(),
      people: z.record(z.string(), z.object({ seen: z.number() })).optional(),
      codes: z.set(z.string()).optional(),
    }),
  })
  const newIds = () => ({ companyId: newId(), id: newId() })

  it('sets a first value once', async () => {
    const ids = newIds()
    const first = (made: number) => updateOne(CREWS.upsert(ids, { initial: { made }, add: { asked: 1 } }))
    expect(await first(1)).toMatchObject({ made: 1, asked: 1 })
    expect(await first(2)).toMatchObject({ made: 1, asked: 2 })
  })

  it('sets, removes and requires a value inside it', async () => {
    const ids = newIds()
    await putOne(CREWS.create({ ...ids, people: { ana: { seen: 1 } } }))
    const join = (id: string, seen: number) =>
      updateOne(
        CREWS.change(ids, {
          inside: { [`people.${id}`]: { seen } },
          when: is => [is.any(is.absent(`people.${id}`), is.below(`people.${id}.seen`, seen)), is.fewer('people', 3)],
        }),
      )
    expect((await join('bia', 4)).people).toEqual({ ana: { seen: 1 }, bia: { seen: 4 } })
    await expect(join('bia', 4)).rejects.toSatisfy(isRefused)
    await join('caio', 1)
    await expect(join('davi', 1)).rejects.toSatisfy(isRefused)
    const left = await updateOne(CREWS.change(ids, { remove: ['people.ana'] }))
    expect(Object.keys(left.people as object).sort()).toEqual(['bia', 'caio'])
  })

  it('adds to a set and takes from it', async () => {
    const ids = newIds()
    await updateOne(CREWS.upsert(ids, { add: { codes: new Set(['a', 'b']) } }))
    const use = (code: string) =>
      updateOne(CREWS.change(ids, { take: { codes: new Set([code]) }, when: is => [is.contains('codes', code)] }))
    expect((await use('a')).codes).toEqual(new Set(['b']))
    await expect(use('a')).rejects.toSatisfy(isRefused)
    expect((await use('b')).codes).toBeUndefined()
  })

  it('compares two attributes, and tells of the row that refused it', async () => {
    const ids = newIds()
    await putOne(CREWS.create({ ...ids, asked: 2, answered: 1 }))
    const answer = () =>
      updateOne(CREWS.change(ids, { add: { answered: 1 }, when: is => [is.exceeds('asked', 'answered')] }))
    await answer()
    const refusal = await answer().catch(error => error)
    expect(existingRow(refusal)).toMatchObject({ asked: 2, answered: 2 })
    expect(await exchangeOne(CREWS.change(ids, { set: { asked: 3 } }))).toMatchObject({ asked: 2 })
    await expect(deleteOne(CREWS.delete(newIds(), { when: is => [is.exists()] }))).rejects.toSatisfy(isRefused)
  })
})

describe('a query', () => {
  it('reads every page of one company’s rows, in order, or a range of them', async () => {
    const companyId = newId()
    const rows = Array.from({ length: 12 }, (_, i) =>
      parcel({ companyId, id: `p${i + 10}`, note: 'x'.repeat(200_000) }),
    )
    for (const row of rows) await putOne(PARCELS.create(row))
    await putOne(PARCELS.create(parcel({ id: 'p10' })))
    const ids = async (...args: Parameters<typeof PARCELS.query>) =>
      (await PARCELS.every(PARCELS.query(...args))).map(({ id }) => id)
    expect(await ids({ companyId })).toEqual(rows.map(({ id }) => id))
    expect(await ids({ companyId }, { above: 'parcel#p19' })).toEqual(['p20', 'p21'])
  })
})

it('never begins with anything but the company or the installation', () => {
  const content = z.object({ companyId: z.string(), id: z.string() })
  const define = (pk: string) => () => defineRow({ kind: 'x', key: { pk, sk: 'x' }, content })
  expect(define('${companyId}#x')).not.toThrow()
  expect(define('system#x#${id}')).not.toThrow()
  expect(define('${id}#x')).toThrow('does not begin with the company')
  expect(define('x#${companyId}')).toThrow('does not begin with the company')
})
