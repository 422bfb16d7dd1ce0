import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { addHeavyContact } from '../../../test/heavy-contact.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { someNumber } from '../../../test/some-number.ts'
import { hasBlocked } from '../company/configuration-version.ts'
import { tableName } from '../table/client.ts'
import { rowCount } from '../table/counter.ts'
import { getItem } from '../table/get-item.ts'
import { metered } from '../table/meter.ts'
import { firstOf } from '../table/page.ts'
import { put, transact, transactInParts } from '../table/transact.ts'
import { findLiveTicket, getTicket } from '../tickets/ticket.ts'
import { contactTickets } from '../tickets/ticket-list.ts'
import {
  changeContact,
  findContactByNumber,
  findOrCreateContact,
  pageOfContacts,
  pickContacts,
  renumberContact,
} from './contact.ts'
import { mergeContacts } from './contact-merge.ts'
import { deleteContact } from './contact-removal.ts'
import { claimAlias, contactSearchWrites, contactWrite, getContact, moveAlias, numberAlias } from './contact-row.ts'
import { contactsOfTag } from './contact-tag-link.ts'
import { reachedBy } from './other-identity.ts'

const add = (companyId: string, name: string, number = someNumber()) => makeContact(companyId, { name, number })
const find = async (companyId: string, searchParam: string) =>
  (await pageOfContacts(companyId, { searchParam, limit: 20 })).rows.map(({ name }) => name).sort()

/** Checks the contacts that each search finds. */
async function expectFound(companyId: string, wanted: [typed: string, names: string[]][]): Promise<void> {
  for (const [typed, names] of wanted) expect([typed, await find(companyId, typed)]).toEqual([typed, [...names].sort()])
}

/** The names on all pages, each as often as it is met. */
async function findByPages(companyId: string, searchParam: string, limit: number): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await pageOfContacts(companyId, { searchParam, limit, cursor })
    names.push(...page.rows.map(({ name }) => name))
    if (page.nextCursor === null) return names.sort()
    cursor = page.nextCursor
  }
}

describe('findOrCreateContact', () => {
  it('makes one contact of a hundred first messages', async () => {
    const companyId = newId()
    const number = someNumber()
    const short = number.slice(0, 4) + number.slice(5)
    const found = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        findOrCreateContact(companyId, { peer: { number: i % 2 ? number : short } }, 'Maria'),
      ),
    )
    expect(new Set(found.map(({ contact }) => contact.id)).size).toBe(1)
    expect(found.filter(({ created }) => created)).toHaveLength(1)
    expect(await rowCount(companyId, 'contacts')).toBe(1)
  })

  it('knows both spellings of a Brazilian mobile', async () => {
    const companyId = newId()
    const number = someNumber()
    const { contact } = await findOrCreateContact(companyId, { peer: { number } }, 'Maria')
    const short = number.slice(0, 4) + number.slice(5)
    expect((await findContactByNumber(companyId, short))?.id).toBe(contact.id)
    await expect(add(companyId, 'Outra Maria', short)).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT' })
  })

  it('knows a person by LID and by each business-scoped id at once, whichever came first', async () => {
    const lid = `5${Date.now()}`
    const [here, there] = ['BR.11111111111111111', 'BR.22222222222222222']
    const orders = [
      [lid, here, there],
      [here, lid, there],
      [here, there, lid],
    ]
    for (const order of orders) {
      const companyId = newId()
      const number = someNumber()
      const seen = (peer: object) => findOrCreateContact(companyId, { peer }, 'Maria')
      const { contact } = await seen({ number })
      for (const each of [...order, ...order]) await seen({ number, lid: each })
      for (const each of order) {
        const { created, contact: found } = await seen({ lid: each })
        expect([created, found.id, found.number, found.lid]).toEqual([false, contact.id, number, lid])
        expect(reachedBy(found, { lid: each })).toMatchObject({ number })
      }
      // By themselves they say nothing of the next number.
      const to = someNumber()
      const changed = await renumberContact(companyId, number, to)
      expect(reachedBy(changed!.contact, { lid: there })).toMatchObject({ id: contact.id, number: to })
      await changeContact(companyId, contact.id, { number: someNumber(), lid: null })
      for (const each of [{ number: to }, { lid: there }]) expect((await seen(each)).contact.id).not.toBe(contact.id)
    }
  })

  it('merges who was known by a business-scoped id alone, and keeps that', async () => {
    for (const others of [undefined, [{ number: someNumber(), lid: null }]]) {
      const companyId = newId()
      const [number, lid, userId] = [someNumber(), `4${Date.now()}`, 'BR.33333333333333333']
      const seen = (peer: object) => findOrCreateContact(companyId, { peer }, 'Maria')
      const { contact: kept } = await seen({ number, lid })
      if (others) await transact([contactWrite({ ...kept, version: kept.version + 1, others }, kept)])
      expect((await seen({ lid: userId })).created).toBe(true)
      expect((await seen({ number, lid: userId })).contact).toMatchObject({ id: kept.id, number, lid })
      for (const each of [{ lid }, { lid: userId }, { number }]) {
        const { contact } = await seen(each)
        expect(contact.id).toBe(kept.id)
        expect(reachedBy(contact, each)).toMatchObject({ number })
      }
    }
  })

  it('changes all at once of a contact with as many numbers as may be merged, in few enough writes', async () => {
    const companyId = newId()
    const words = (from: string) => Array.from({ length: 8 }, (_, i) => `${from}${i}alves`).join(' ')
    const contact = await addHeavyContact(companyId, someNumber())
    const others = Array.from({ length: 8 }, () => ({ number: someNumber(), lid: null }))
    const text = (i: number) => [newId(), `palavra${i} nova${i} outra${i}`] as const
    const texts = (from: number) => Object.fromEntries(Array.from({ length: 4 }, (_, i) => text(from + i)))
    const merged = { ...contact, version: contact.version + 1, others, fields: texts(10) }
    await transact([contactWrite(merged, contact)])
    await transactInParts([
      ...contactSearchWrites(undefined, merged),
      ...others.map(({ number }) => claimAlias(companyId, numberAlias(number), contact.id)),
    ])
    const { contact: changed } = await changeContact(companyId, contact.id, {
      ...{ name: words('ana'), number: someNumber(), email: 'outra@example.com', tags: [newId(), newId()] },
      fields: { apply: () => texts(0), fields: [] },
    })
    expect(await getContact(companyId, contact.id, true)).toEqual(changed)
    expect(changed).toMatchObject({ name: words('ana'), email: 'outra@example.com', others })
    for (const typed of ['ana7alves', changed.number, others[7]!.number, others[0]!.number.slice(-8), 'palavra3'])
      expect([typed, await find(companyId, typed)]).toEqual([typed, [words('ana')]])
    expect(await find(companyId, 'Beatriz')).toEqual([])
    const to = someNumber()
    expect((await renumberContact(companyId, others[2]!.number, to))?.contact.others).toHaveLength(8)
    expect(await find(companyId, to)).toEqual([words('ana')])
    expect(await find(companyId, others[2]!.number)).toEqual([])
  })

  it('joins a LID to the number it is seen with, in either order', async () => {
    const companyId = newId()
    const number = someNumber()
    const lid = `9${Date.now()}`
    const first = await findOrCreateContact(companyId, { peer: { lid } }, 'Maria')
    const both = await findOrCreateContact(companyId, { peer: { lid, number } }, 'Maria')
    expect(both.contact).toMatchObject({ id: first.contact.id, number, lid })
    expect((await findOrCreateContact(companyId, { peer: { number } })).contact.id).toBe(first.contact.id)
  })

  it('merges two contacts that turn out to be one person, with tickets and live ticket', async () => {
    const companyId = newId()
    const whatsapp = { id: newId(), name: 'Loja' }
    const number = someNumber()
    const lid = `8${Date.now()}`
    const byLid = (await findOrCreateContact(companyId, { peer: { lid } }, 'Maria')).contact
    const byNumber = (await findOrCreateContact(companyId, { peer: { number } }, 'Maria Andrade')).contact
    expect(byLid.id).not.toBe(byNumber.id)
    const ticket = await makeTicket(companyId, { contact: byLid, whatsapp })

    const merged = await findOrCreateContact(companyId, { peer: { lid, number } }, 'Maria Andrade')
    expect(merged.contact).toMatchObject({ id: byNumber.id, number, lid })
    expect(await getContact(companyId, byLid.id, true)).toBeUndefined()
    expect((await findLiveTicket(companyId, whatsapp.id, byNumber.id))?.id).toBe(ticket.id)
    expect(await findLiveTicket(companyId, whatsapp.id, byLid.id)).toBeUndefined()
    expect((await firstOf(contactTickets(companyId, byNumber.id), 100)).map(({ id }) => id)).toEqual([ticket.id])
    expect((await getTicket(companyId, ticket.id, true))?.contact).toMatchObject({ id: byNumber.id, number })
    expect(await rowCount(companyId, 'contacts')).toBe(1)
    expect(await find(companyId, 'maria')).toEqual(['Maria Andrade'])
  })

  it('finishes a merge that was cut off, with the next message', async () => {
    const companyId = newId()
    const whatsapp = { id: newId(), name: 'Loja' }
    const number = someNumber()
    const lid = `6${Date.now()}`
    const other = (await findOrCreateContact(companyId, { peer: { lid } }, 'Maria')).contact
    const keeper = (await findOrCreateContact(companyId, { peer: { number } }, 'Maria')).contact
    const ticket = await makeTicket(companyId, { contact: other, whatsapp })
    // The first transaction of a merge, and nothing after it.
    await transact([
      contactWrite({ ...keeper, version: keeper.version + 1, lid, absorbs: other.id }, keeper),
      moveAlias(companyId, `lid#${lid}`, other.id, keeper.id),
    ])
    expect((await findOrCreateContact(companyId, { peer: { lid } })).contact.id).toBe(keeper.id)
    expect((await findLiveTicket(companyId, whatsapp.id, keeper.id))?.id).toBe(ticket.id)
    expect(await getContact(companyId, other.id, true)).toBeUndefined()
    expect((await getContact(companyId, keeper.id, true))?.absorbs).toBeNull()
    expect(await rowCount(companyId, 'contacts')).toBe(1)
  })

  it('keeps a block and the tags of whoever had them, in tickets too, and counts the block once', async () => {
    const companyId = newId()
    const whatsapp = { id: newId(), name: 'Loja' }
    const number = someNumber()
    const lid = `5${Date.now()}`
    const tagId = newId()
    const byLid = (await findOrCreateContact(companyId, { peer: { lid } }, 'Maria')).contact
    const byNumber = (await findOrCreateContact(companyId, { peer: { number } }, 'Maria')).contact
    const ticket = await makeTicket(companyId, { contact: byLid, whatsapp })
    const blocked = { at: Date.now(), by: { id: newId(), name: 'Ana' } }
    await changeContact(companyId, byLid.id, { blocked, tags: [tagId] })
    const merged = await findOrCreateContact(companyId, { peer: { lid, number } })
    expect(merged.contact).toMatchObject({ id: byNumber.id, blocked, tags: [tagId] })
    const { contact } = (await getTicket(companyId, ticket.id, true))!
    expect(contact).toMatchObject({ id: byNumber.id, blocked: true, tags: [tagId] })
    expect(await hasBlocked(companyId)).toBe(true)
    await changeContact(companyId, byNumber.id, { blocked: null })
    expect(await hasBlocked(companyId)).toBe(false)
  })

  it('merges whoever has more fields and tags than a transaction has writes', async () => {
    const companyId = newId()
    const lid = `4${Date.now()}`
    const heavy = await addHeavyContact(companyId, someNumber())
    const keeper = (await findOrCreateContact(companyId, { peer: { lid } }, 'Maria')).contact
    expect(await mergeContacts(companyId, keeper.id, heavy.id)).toBe(true)
    const after = await getContact(companyId, keeper.id, true)
    expect(after).toMatchObject({ number: heavy.number, lid, fields: heavy.fields, absorbs: null })
    expect(await getContact(companyId, heavy.id, true)).toBeUndefined()
    expect(await find(companyId, heavy.name)).toHaveLength(1)
    expect(await contactsOfTag(companyId, heavy.tags![0]!, { limit: 2 })).toEqual([keeper.id])
  })

  it('leaves one live ticket where both had one', async () => {
    const companyId = newId()
    const whatsapp = { id: newId(), name: 'Loja' }
    const number = someNumber()
    const lid = `7${Date.now()}`
    const ids: string[] = []
    for (const peer of [{ lid }, { number }]) {
      const { contact } = await findOrCreateContact(companyId, { peer }, 'Maria')
      ids.push((await makeTicket(companyId, { contact, whatsapp })).id)
    }
    const { contact } = await findOrCreateContact(companyId, { peer: { lid, number } })
    expect((await findLiveTicket(companyId, whatsapp.id, contact.id))?.id).toBe(ids[1])
    expect((await getTicket(companyId, ids[0]!, true))?.status).toBe('closed')
    expect((await firstOf(contactTickets(companyId, contact.id), 100)).map(({ id }) => id).sort()).toEqual(
      [...ids].sort(),
    )
  })

  it('knows of a number that was typed in that it has an account once it is seen', async () => {
    const companyId = newId()
    const typed = await add(companyId, 'Maria')
    expect(typed.isWhatsappValid).toBeNull()
    const seen = await findOrCreateContact(companyId, { peer: { number: typed.number } })
    expect(seen).toMatchObject({ created: false, renamed: false, contact: { id: typed.id, isWhatsappValid: true } })
    const { units } = await metered(() => findOrCreateContact(companyId, { peer: { number: typed.number } }))
    expect(units.write).toBe(0)
  })

  it('takes the push name until an attendant chose a name', async () => {
    const companyId = newId()
    const peer = { number: someNumber() }
    const { contact } = await findOrCreateContact(companyId, { peer })
    expect(contact.name).toBe(peer.number)
    expect((await findOrCreateContact(companyId, { peer }, 'Mari ✨')).contact.name).toBe('Mari ✨')
    await changeContact(companyId, contact.id, { name: 'Maria Andrade' })
    expect((await findOrCreateContact(companyId, { peer }, 'Mari')).contact.name).toBe('Maria Andrade')
    expect(await find(companyId, 'mari ✨')).toEqual([])
    expect(await find(companyId, 'andrade')).toEqual(['Maria Andrade'])
  })
})

describe('finding contacts', () => {
  it('ignores accents, case and order, and finds numbers by their ends', async () => {
    const companyId = newId()
    const number = `5521987${String(Date.now()).slice(-6)}`
    await add(companyId, 'João Antônio da Conceição', number)
    await add(companyId, 'Joana Prado')
    await add(companyId, '😀 Padaria São João')
    await add(companyId, '😀')
    await add(companyId, 'محمد علي')
    await add(companyId, 'X')
    const long = `Z${'z'.repeat(300)}`
    await add(companyId, long)
    await expectFound(companyId, [
      ['joao', ['João Antônio da Conceição', '😀 Padaria São João']],
      ['JOÃO', ['João Antônio da Conceição', '😀 Padaria São João']],
      ['jo', ['Joana Prado', 'João Antônio da Conceição', '😀 Padaria São João']],
      ['joao ant', ['João Antônio da Conceição']],
      ['conceicao joao', ['João Antônio da Conceição']],
      ['joao prado', []],
      ['😀', ['😀', '😀 Padaria São João']],
      ['محمد', ['محمد علي']],
      ['x', ['X']],
      [long, [long]],
      [number, ['João Antônio da Conceição']],
      ['+55 (21) 987', ['João Antônio da Conceição']],
      [number.slice(4), ['João Antônio da Conceição']],
      [number.slice(5), ['João Antônio da Conceição']],
      [number.slice(-4), ['João Antônio da Conceição']],
      ['?!', []],
      ['nobody', []],
    ])
  })

  it('finds a mobile with or without its ninth digit, however it is kept', async () => {
    const companyId = newId()
    await add(companyId, 'Com nove', '5511988887777')
    await add(companyId, 'Sem nove', '554188886666')
    for (const typed of ['5511988887777', '551188887777', '1188887777', '11 98888-7777', '988887777', '88887777'])
      expect([typed, await find(companyId, typed)]).toEqual([typed, ['Com nove']])
    for (const typed of ['5541988886666', '554188886666', '4188886666', '(41) 98888-6666', '988886666', '88886666'])
      expect([typed, await find(companyId, typed)]).toEqual([typed, ['Sem nove']])
  })

  it('finds parts of mobiles typed without the ninth digit, each once, and pages through all of them', async () => {
    const companyId = newId()
    await add(companyId, 'Com nove', '5511988887777')
    await add(companyId, 'Sem nove', '554188887666')
    await add(companyId, 'No Maranhão', '5598987654321')
    await add(companyId, 'Antigo de lá', '559888881234')
    await add(companyId, 'Também pelo fim', '5521988878888')
    await add(companyId, 'Ramal 88889 de 98888', '5531988889999')
    await add(companyId, '88886666 é o nome', '5571988886666')
    const all = ['88886666 é o nome', 'Antigo de lá', 'Com nove', 'Ramal 88889 de 98888', 'Sem nove', 'Também pelo fim']
    await expectFound(companyId, [
      ['8888', all],
      ['8888-7', ['Com nove', 'Sem nove']],
      ['888876', ['Sem nove']],
      ['8887', ['Com nove', 'Sem nove', 'Também pelo fim']],
      ['876', ['No Maranhão']],
      ['98888', ['88886666 é o nome', 'Antigo de lá', 'Com nove', 'Ramal 88889 de 98888', 'Sem nove']],
      ['8877', ['Com nove']],
      ['com 8877', ['Com nove']],
      ['11 8888', ['Com nove']],
      ['1 98888-7', ['Com nove', 'Sem nove']],
      ['com 8888', ['Com nove']],
      ['nome 88886666', ['88886666 é o nome']],
      ['88889999', ['Ramal 88889 de 98888']],
      ['7888', ['Também pelo fim']],
      ['7887', []],
    ])
    for (const limit of [1, 2, 3, 5]) expect(await findByPages(companyId, '8888', limit)).toEqual([...all].sort())
  })

  it('finds numbers that begin or end with the digits of the country', async () => {
    const companyId = newId()
    await add(companyId, 'Fixo', '551155667788')
    await add(companyId, 'Fim', '5521988885566')
    await add(companyId, 'Santa Maria', '5555988881234')
    await add(companyId, 'Maria 66', '5541966112233')
    await expectFound(companyId, [
      ['5566', ['Fim', 'Fixo', 'Maria 66']],
      ['5566-7788', ['Fixo']],
      ['fixo 55667788', ['Fixo']],
      ['55 55 98888', ['Santa Maria']],
      ['55 98888', ['Fim', 'Santa Maria']],
      ['5555988881234', ['Santa Maria']],
      ['55 41 9661', ['Maria 66']],
      ['55', ['Fim', 'Fixo', 'Santa Maria']],
    ])
    expect(await findByPages(companyId, '5566', 1)).toEqual(['Fim', 'Fixo', 'Maria 66'])
  })

  it('finds a contact once whose number has an item without its ninth digit, and takes it away with its number', async () => {
    const companyId = newId()
    const TableName = tableName()
    const key = (id: string) => ({ pk: `${companyId}#search#contact#8`, sk: `88887777#${id}` })
    const isKept = async (id: string) => (await getItem(key(id), true)) !== undefined
    const known = async () => {
      const { id, number } = await add(companyId, 'Maria Andrade', '5511988887777')
      const row = JSON.stringify({ name: 'De antes' })
      await transact([put('search', { TableName, Item: { ...key(id), words: 'maria andrade', number, row } })])
      expect(await find(companyId, '88887777')).toEqual(['Maria Andrade'])
      return id
    }
    const first = await known()
    await changeContact(companyId, first, { name: 'Marta Andrade' })
    expect(await find(companyId, '88887777')).toEqual(['Marta Andrade'])
    await changeContact(companyId, first, { number: '551188887777' })
    expect(await find(companyId, '88887777')).toEqual(['Marta Andrade'])
    await changeContact(companyId, first, { number: '5511977776666' })
    expect(await isKept(first)).toBe(false)
    const second = await known()
    await deleteContact(companyId, second, { id: newId(), name: 'Ana' })
    expect(await isKept(second)).toBe(false)
  })

  it('follows a change of name and number, and forgets who is deleted', async () => {
    const companyId = newId()
    const { id, number } = await add(companyId, 'Maria Andrade')
    const other = someNumber()
    await changeContact(companyId, id, { name: 'Marta Souza', number: other })
    expect(await find(companyId, 'andrade')).toEqual([])
    expect(await find(companyId, 'marta')).toEqual(['Marta Souza'])
    expect(await find(companyId, number)).toEqual([])
    expect(await find(companyId, other)).toEqual(['Marta Souza'])
    expect(await findContactByNumber(companyId, number)).toBeUndefined()
    await deleteContact(companyId, id, { id: newId(), name: 'Ana' })
    expect(await find(companyId, 'marta')).toEqual([])
    expect(await rowCount(companyId, 'contacts')).toBe(0)
    await add(companyId, 'Nova', other)
  })
})

describe('lists of contacts', () => {
  it('go by name, page by page, at the cost of the page', async () => {
    const companyId = newId()
    for (let i = 0; i < 45; i++)
      await add(companyId, `${['Ána', 'ana', 'Bia', 'Zoé'][i % 4]} ${String(i).padStart(2, '0')}`)
    const names: string[] = []
    let cursor: string | undefined
    do {
      const { result, units } = await metered(() => pageOfContacts(companyId, { searchParam: '', limit: 20, cursor }))
      expect(units.read).toBeLessThanOrEqual(5)
      names.push(...result.rows.map(({ name }) => name))
      cursor = result.nextCursor ?? undefined
      expect(result.count).toBe(45)
    } while (cursor)
    expect(names).toHaveLength(45)
    expect(new Set(names).size).toBe(45)
    expect(names.map(name => name.slice(0, 3).toLowerCase()).join('')).toMatch(/^(ána|ana)+(bia)+(zoé)+$/)
    const third = await pageOfContacts(companyId, { searchParam: '', limit: 20, pageNumber: 3 })
    expect(third.rows.map(({ name }) => name)).toEqual(names.slice(40))
    const searched = await metered(() => pageOfContacts(companyId, { searchParam: 'bia', limit: 10 }))
    expect(searched.result.rows).toHaveLength(10)
    expect(searched.result.hasMore).toBe(true)
    const rest = await pageOfContacts(companyId, { searchParam: 'bia', limit: 10, cursor: searched.result.nextCursor! })
    expect(rest.rows).toHaveLength(1)
    expect(rest.hasMore).toBe(false)
    expect(searched.units.read).toBeLessThanOrEqual(10)
    expect(await pickContacts(companyId, 'zoe', 5)).toHaveLength(5)
  })
})
