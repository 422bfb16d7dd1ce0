import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { metered } from '../table/meter.ts'
import { createRow, getRow, newRow } from '../table/small-list.ts'
import { transact } from '../table/transact.ts'
import { CONTACT_LISTS, deleteContactList } from './contact-list.ts'
import {
  changeItem,
  createItem,
  deleteItem,
  eachItem,
  importItems,
  markItem,
  numberBeginnings,
  pageOfItems,
  removeItems,
  requireItem,
} from './contact-list-item.ts'

async function newList() {
  const companyId = newId()
  const { id } = await createRow(companyId, CONTACT_LISTS, newRow({ name: 'Clientes', contactsCount: 0 }))
  const add = (name: string, number: string, email = '') => createItem(companyId, id, { name, number, email })
  const countOf = async () => (await getRow(companyId, CONTACT_LISTS, id, true))?.contactsCount
  const names = async (searchParam = '') =>
    (await pageOfItems(companyId, id, { searchParam, limit: 100 })).records.map(({ name }) => name)
  return { companyId, id, add, countOf, names }
}

const numberOf = (i: number): string => `55119${String(80_000_000 + i)}`
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    number: numberOf(from + i),
    name: `Pessoa ${String(i).padStart(4, '0')}`,
  }))

describe('an item', () => {
  it('is in its list once, in either spelling of its number, and counted', async () => {
    const { companyId, add, countOf } = await newList()
    const item = await add('Maria', '(11) 98765-4321')
    expect(item).toMatchObject({ number: '5511987654321', isWhatsappValid: null, email: '' })
    await expect(add('Outra', '551187654321')).rejects.toMatchObject({ code: 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS' })
    expect(await countOf()).toBe(1)
    expect(await requireItem(companyId, item.id)).toEqual(item)
  })

  it('made at once by twenty is made once; twenty others are all counted', async () => {
    const { add, countOf } = await newList()
    const same = await Promise.allSettled(Array.from({ length: 20 }, () => add('Maria', numberOf(0))))
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all(Array.from({ length: 20 }, (_, i) => add('Outra', numberOf(i + 1))))
    expect(await countOf()).toBe(21)
  })

  it('keeps its id with another number, which nobody asked WhatsApp about, and leaves the old one free', async () => {
    const { companyId, id, add, countOf, names } = await newList()
    const item = await add('Maria', numberOf(1))
    await add('Ana', numberOf(2))
    const marked = await markItem(item, { isWhatsappValid: true })
    expect(marked?.isWhatsappValid).toBe(true)
    await expect(changeItem(companyId, item.id, { number: numberOf(2) })).rejects.toMatchObject({
      code: 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS',
    })
    expect(await changeItem(companyId, item.id, { name: 'Maria Sá' })).toMatchObject({ isWhatsappValid: true })
    const moved = await changeItem(companyId, item.id, { number: numberOf(3), email: 'm@exemplo.com.br' })
    expect(moved).toMatchObject({ id: item.id, name: 'Maria Sá', number: numberOf(3), isWhatsappValid: null })
    expect(await requireItem(companyId, item.id)).toEqual(moved)
    const other = await add('Bia', numberOf(1))
    expect(other.id).not.toBe(item.id)
    expect(await names()).toEqual(['Ana', 'Bia', 'Maria Sá'])
    expect((await eachItem(companyId, id, null, 10)).items.map(({ name }) => name)).toEqual(['Bia', 'Ana', 'Maria Sá'])
    expect(await countOf()).toBe(3)
  })

  it('is deleted once, and of two who change it both changes stay', async () => {
    const { companyId, add, countOf } = await newList()
    const item = await add('Maria', numberOf(1))
    await Promise.all([
      changeItem(companyId, item.id, { name: 'Maria Sá' }),
      changeItem(companyId, item.id, { email: 'm@exemplo.com.br' }),
      changeItem(companyId, item.id, { number: numberOf(2) }),
    ])
    expect(await requireItem(companyId, item.id)).toMatchObject({
      name: 'Maria Sá',
      email: 'm@exemplo.com.br',
      number: numberOf(2),
    })
    const gone = await Promise.all([deleteItem(companyId, item.id), deleteItem(companyId, item.id)])
    expect(gone.filter(Boolean)).toHaveLength(1)
    expect(await countOf()).toBe(0)
    await expect(requireItem(companyId, item.id)).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' })
  })

  it('takes what WhatsApp said of the number it has, not of the one it had', async () => {
    const { companyId, add } = await newList()
    const item = await add('Maria', '5511987654321')
    const known = await markItem(item, { isWhatsappValid: true, number: '551187654321' })
    expect(known).toMatchObject({ number: '551187654321', isWhatsappValid: true })
    expect(await requireItem(companyId, item.id)).toEqual(known)
    expect(await markItem(known!, { isWhatsappValid: true })).toBeUndefined()
    await changeItem(companyId, item.id, { number: numberOf(5) })
    expect(await markItem(known!, { isWhatsappValid: false })).toBeUndefined()
    expect(await requireItem(companyId, item.id)).toMatchObject({ number: numberOf(5), isWhatsappValid: null })
  })
})

describe('an import', () => {
  it('says of each row what became of it, and a repetition changes nothing', async () => {
    const { companyId, id, add, countOf } = await newList()
    await add('Maria', numberOf(0), 'maria@exemplo.com.br')
    const rows = [
      { number: numberOf(0), name: 'Maria', email: undefined },
      { number: numberOf(1), name: 'Ana' },
      { number: numberOf(1), name: 'Ana Sá' },
      { number: numberOf(2) },
    ]
    expect(await importItems(companyId, id, rows)).toEqual(['unchanged', 'added', 'updated', 'added'])
    expect(await countOf()).toBe(3)
    const { items } = await eachItem(companyId, id, null, 10)
    expect(items.map(({ name, email }) => [name, email])).toEqual([
      ['Maria', 'maria@exemplo.com.br'],
      ['Ana Sá', ''],
      [numberOf(2), ''],
    ])
    expect(await importItems(companyId, id, [rows[0]!, rows[2]!, rows[3]!])).toEqual(Array(3).fill('unchanged'))
    expect((await eachItem(companyId, id, null, 10)).items).toEqual(items)
  })

  it('of the same rows by three at once puts each in once and counts it once', async () => {
    const { companyId, id, countOf, names } = await newList()
    const rows = people(130)
    const all = await Promise.all([0, 1, 2].map(() => importItems(companyId, id, rows)))
    for (let i = 0; i < rows.length; i++) expect(all.filter(outcomes => outcomes[i] === 'added')).toHaveLength(1)
    expect(await countOf()).toBe(130)
    expect(await names('pessoa 012')).toEqual(Array.from({ length: 10 }, (_, i) => `Pessoa 012${i}`))
  })

  it('is one transaction with what its caller counts, and ends where the list does', async () => {
    const { companyId, id } = await newList()
    const parts: number[] = []
    await importItems(companyId, id, people(100), async (writes, rows) => {
      parts.push(rows)
      await transact(writes)
    })
    expect(parts).toEqual([45, 45, 10])
    const list = (await getRow(companyId, CONTACT_LISTS, id, true))!
    expect(await deleteContactList(companyId, list, [])).toBe(true)
    const gone = { code: 'ERR_NO_CONTACT_LIST_FOUND' }
    await expect(importItems(companyId, id, people(1, 500))).rejects.toMatchObject(gone)
    await expect(importItems(companyId, id, [{ number: numberOf(0), name: 'Outra' }])).rejects.toMatchObject(gone)
    await expect(createItem(companyId, id, { name: 'Ana', number: numberOf(600), email: '' })).rejects.toMatchObject(
      gone,
    )
    expect(await removeItems(companyId, id, 60)).toBe(60)
    expect(await removeItems(companyId, id, 60)).toBe(40)
    expect(await removeItems(companyId, id, 60)).toBe(0)
  })
})

describe('a page of items', () => {
  it('is by name, and by the beginning of a name or a number each is found once', async () => {
    const { companyId, id, add, names } = await newList()
    await add('Érica', '5511987654321')
    await add('ana', '1134567890')
    await add('🌵', '5521987654000')
    await add('11 Irmãos', '12025550123')
    await add('5511 Peças', '5511955550000')
    expect(await names()).toEqual(['11 Irmãos', '5511 Peças', 'ana', 'Érica', '🌵'])
    expect(await names('eri')).toEqual(['Érica'])
    expect(await names('ÁNA')).toEqual(['ana'])
    expect(await names('rica')).toEqual([])
    expect(await names('🌵')).toEqual(['🌵'])
    expect(await names('+55 (11) 9')).toEqual(['5511 Peças', 'Érica'])
    expect(await names('5511')).toEqual(['ana', '5511 Peças', 'Érica'])
    expect(await names('11')).toEqual(['ana', '5511 Peças', 'Érica', '11 Irmãos'])
    expect(await names('551187654')).toEqual(['Érica'])
    expect(await names('87654')).toEqual([])
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await pageOfItems(companyId, id, { searchParam: '11', limit: 1, cursor: cursor ?? undefined })
      seen.push(...page.records.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(await names('11'))
    const numbered = [1, 2, 3].map(pageNumber => pageOfItems(companyId, id, { searchParam: '', limit: 2, pageNumber }))
    expect((await Promise.all(numbered)).flatMap(({ records }) => records.map(({ name }) => name))).toEqual(
      await names(),
    )
  })

  it('knows how a number may begin', () => {
    expect(numberBeginnings('11 98')).toEqual(['1198', '551198', '5511998'])
    expect(numberBeginnings('+1 202')).toEqual(['1202'])
    expect(numberBeginnings('011')).toEqual(['011', '5511'])
    expect(numberBeginnings('55')).toEqual(['55'])
    expect(numberBeginnings('5511')).toEqual(['5511', '555511'])
    expect(numberBeginnings('maria 2')).toEqual([])
    expect(numberBeginnings('+')).toEqual([])
  })
})

it('costs what README.md charts', async () => {
  const { companyId, id, add } = await newList()
  const units = async (work: () => Promise<unknown>) => {
    const { units } = await metered(work)
    return { read: units.read, write: units.write }
  }
  let item = await add('Maria das Dores', numberOf(9999), 'maria@exemplo.com.br')
  expect(await units(() => add('Ana', numberOf(9998)))).toEqual({ read: 0, write: 7 })
  expect(await units(() => requireItem(companyId, item.id))).toEqual({ read: 3, write: 0 })
  expect(await units(() => changeItem(companyId, item.id, { email: '' }))).toEqual({ read: 3, write: 3 })
  expect(await units(() => changeItem(companyId, item.id, { name: 'Maria' }))).toEqual({ read: 3, write: 4 })
  expect(await units(() => changeItem(companyId, item.id, { number: numberOf(9997) }))).toEqual({ read: 3, write: 10 })
  item = await requireItem(companyId, item.id)
  expect(await units(() => markItem(item, { isWhatsappValid: true }))).toEqual({ read: 0, write: 2 })
  expect(await units(() => deleteItem(companyId, item.id))).toEqual({ read: 3, write: 7 })
  expect(await units(() => importItems(companyId, id, people(450)))).toEqual({ read: 450, write: 450 * 5 + 20 })
  expect(await units(() => importItems(companyId, id, people(450)))).toEqual({ read: 450, write: 0 })
  const page = (searchParam: string) => () => pageOfItems(companyId, id, { searchParam, limit: 20 })
  expect(await units(page(''))).toEqual({ read: 1.5, write: 0 })
  expect(await units(page('pessoa 01'))).toEqual({ read: 1.5, write: 0 })
  expect(await units(page('5511980000'))).toEqual({ read: 1.5, write: 0 })
  expect(await units(() => eachItem(companyId, id, null, 400))).toEqual({ read: 40, write: 0 })
  expect(await units(() => removeItems(companyId, id, 100))).toEqual({ read: 10, write: 300 })
})
