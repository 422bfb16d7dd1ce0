import type { Zone } from '@balcao/shared/entities/zone.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../test/rows-of.ts'
import { ZONE_DETAILS, ZONES } from '../orders/zone.ts'
import { createTag, TAGS } from '../tickets/tag.ts'
import {
  changeRow,
  countInRow,
  createRow,
  deleteRow,
  everyRow,
  getRow,
  newRow,
  pageOfRows,
  requireRow,
  rowExists,
} from './small-list.ts'
import { transact } from './transact.ts'

let companyId: string
beforeEach(() => {
  companyId = newId()
})

const make = (name: string, at = companyId) => createRow(at, ZONES, newRow<Zone>({ name, isActive: true }))
const names = async () => (await everyRow(companyId, ZONES)).map(({ name }) => name)
const refused = (code: string) => ({ name: 'AppError', code })

describe('a name of its own', () => {
  it('is one of two that are made at once, whatever their accents and case', async () => {
    const race = await Promise.allSettled([make('Zona São José'), make('zona SAO  jose')])
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(race.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refused('ERR_ZONE_NAME_ALREADY_EXISTS'),
    })
    expect(await names()).toHaveLength(1)
  })

  it('is refused to another by a change too, which then changes nothing', async () => {
    await make('Centro')
    const beach = await make('Praia')
    await expect(changeRow(companyId, ZONES, beach, { name: 'CENTRO', isActive: false })).rejects.toMatchObject(
      refused('ERR_ZONE_NAME_ALREADY_EXISTS'),
    )
    expect(await getRow(companyId, ZONES, beach.id)).toEqual(beach)
  })

  it('goes to one of two that want it at once, and is free when its row leaves it', async () => {
    const [one, two] = [await make('Um'), await make('Dois')]
    const race = await Promise.allSettled([one, two].map(row => changeRow(companyId, ZONES, row, { name: 'Sul' })))
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const sul = (await everyRow(companyId, ZONES)).find(({ name }) => name === 'Sul')!
    await make(sul.id === one.id ? 'Um' : 'Dois')
    expect(await deleteRow(companyId, ZONES, sul)).toBe(true)
    await make('SUL')
    // In another spelling it is the row's own.
    const [first] = await everyRow(companyId, ZONES)
    expect((await changeRow(companyId, ZONES, first!, { name: first!.name.toUpperCase() })).id).toBe(first!.id)
  })

  it('is nobody else business: another company has the same', async () => {
    await make('Centro')
    await make('Centro', newId())
    expect(await names()).toEqual(['Centro'])
  })
})

describe('a row', () => {
  it('is read as it was written', async () => {
    const zone = await make('Centro')
    expect(await requireRow(companyId, ZONES, zone.id)).toEqual(zone)
    expect(await everyRow(companyId, ZONES, { consistent: true })).toEqual([zone])
    expect(zone).toEqual({
      id: zone.id,
      name: 'Centro',
      isActive: true,
      createdAt: zone.createdAt,
      updatedAt: zone.createdAt,
    })
  })

  it('of another company, or none, is not found, not changed and not deleted', async () => {
    const zone = await make('Centro')
    const stranger = newId()
    for (const id of [zone.id, newId()]) {
      await expect(requireRow(stranger, ZONES, id)).rejects.toMatchObject(refused('ERR_NO_ZONE_FOUND'))
      await expect(changeRow(stranger, ZONES, { ...zone, id }, { name: 'Sul' })).rejects.toMatchObject(
        refused('ERR_NO_ZONE_FOUND'),
      )
    }
    expect(await deleteRow(stranger, ZONES, { ...zone, name: 'Other' })).toBe(false)
    expect(await getRow(companyId, ZONES, zone.id)).toEqual(zone)
    expect(await rowsOf(stranger)).toEqual([])
  })

  it('keeps what a change does not name', async () => {
    const zone = await make('Centro')
    const changed = await changeRow(companyId, ZONES, zone, { isActive: false, name: undefined })
    expect(changed).toEqual({ ...zone, isActive: false, updatedAt: changed.updatedAt })
    expect(await getRow(companyId, ZONES, zone.id)).toEqual(changed)
  })

  it('that was changed since it was read is neither changed nor deleted, within a millisecond too', async () => {
    const zone = await make('Centro')
    const changed = await changeRow(companyId, ZONES, zone, { name: 'Sul' })
    expect(changed.updatedAt > zone.updatedAt).toBe(true)
    for (const late of [
      () => changeRow(companyId, ZONES, zone, { name: 'Norte' }),
      () => deleteRow(companyId, ZONES, zone),
    ])
      await expect(late()).rejects.toMatchObject(refused('ERR_CONFLICT'))
    expect(await names()).toEqual(['Sul'])
    expect(await deleteRow(companyId, ZONES, changed)).toBe(true)
    // Nothing is left, no name either.
    expect(await rowsOf(companyId)).toEqual([])
    expect(await deleteRow(companyId, ZONES, changed)).toBe(false)
  })

  it('that something else still leans on is not deleted: the refusal has the code it is given', async () => {
    const zone = await make('Centro')
    const before = await rowsOf(companyId)
    const unused = { ...rowExists(companyId, 'zone', newId()), label: 'use' }
    await expect(
      deleteRow(companyId, ZONES, zone, { writes: [unused], refusals: { use: 'ERR_CONTACT_HAS_TICKET' } }),
    ).rejects.toMatchObject(refused('ERR_CONTACT_HAS_TICKET'))
    expect(await rowsOf(companyId)).toEqual(before)
  })

  it('counts beside its changes, so that neither undoes the other', async () => {
    const tag = await createTag(companyId, { name: 'VIP', color: '#123456', kanban: 0 })
    await transact([countInRow(companyId, 'tag', tag.id, 'ticketsCount', 2)])
    expect((await changeRow(companyId, TAGS, tag, { name: 'Ouro' })).name).toBe('Ouro')
    expect(await getRow(companyId, TAGS, tag.id)).toMatchObject({ name: 'Ouro', ticketsCount: 2 })
    await expect(transact([countInRow(companyId, 'tag', newId(), 'ticketsCount', 1)])).rejects.toMatchObject({
      label: 'tag',
      existing: undefined,
    })
  })
})

describe('the list', () => {
  it('is cut into pages by name, each row once, also while rows come and go', async () => {
    for (const name of ['delta', 'Álvaro', 'Beta', 'gama', 'Zê']) await make(name)
    const page = (more: object) => pageOfRows(companyId, ZONES, { searchParam: '', limit: 2, ...more })
    const first = await page({})
    expect([first.rows.map(({ name }) => name), first.hasMore]).toEqual([['Álvaro', 'Beta'], true])
    await deleteRow(companyId, ZONES, first.rows[0]!)
    const second = await page({ cursor: first.nextCursor! })
    expect(second.rows.map(({ name }) => name)).toEqual(['delta', 'gama'])
    const third = await page({ cursor: second.nextCursor! })
    expect([third.rows.map(({ name }) => name), third.hasMore, third.nextCursor]).toEqual([['Zê'], false, null])
    expect((await page({ pageNumber: 2 })).rows.map(({ name }) => name)).toEqual(['gama', 'Zê'])
  })

  it('finds a part of a name, and takes no cursor of another search or company', async () => {
    for (const name of ['São José', 'São Paulo', 'Centro']) await make(name)
    const found = await pageOfRows(companyId, ZONES, { searchParam: 'SAO', limit: 1 })
    expect([found.rows.map(({ name }) => name), found.hasMore]).toEqual([['São José'], true])
    const cursor = found.nextCursor!
    for (const [at, searchParam] of [
      [companyId, 'centro'],
      [newId(), 'sao'],
    ] as const)
      await expect(pageOfRows(at, ZONES, { searchParam, limit: 1, cursor })).rejects.toMatchObject(
        refused('ERR_INVALID_CURSOR'),
      )
  })

  it('of an owner has its rows alone', async () => {
    const zones = [await make('Centro'), await make('Sul')]
    for (const [zone, city] of [
      [zones[0], 'Osasco'],
      [zones[0], 'Barueri'],
      [zones[1], 'Osasco'],
    ] as const)
      await createRow(companyId, ZONE_DETAILS, {
        ...newRow({ zoneId: zone!.id, city, neighborhood: '', rate: 1, isActive: true }),
      })
    const cities = async (of: string) => (await everyRow(companyId, ZONE_DETAILS, { of })).map(({ city }) => city)
    expect([await cities(zones[0]!.id), await cities(zones[1]!.id), await cities(newId())]).toEqual([
      ['Barueri', 'Osasco'],
      ['Osasco'],
      [],
    ])
    expect(await everyRow(companyId, ZONE_DETAILS)).toHaveLength(3)
  })
})
