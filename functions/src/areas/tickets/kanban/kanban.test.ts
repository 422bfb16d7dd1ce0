import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { targetHas } from '../../../../test/target.ts'
import { tableName } from '../../../data/table/client.ts'
import { metered } from '../../../data/table/meter.ts'
import { remove, transact } from '../../../data/table/transact.ts'
import { COMPLETE_MARKS } from '../../../data/tickets/board.ts'
import { firstPages, pageOfColumn } from '../../../data/tickets/board-page.ts'
import { fillBoard } from '../../../data/tickets/fill-board.ts'
import { propagateRename } from '../../../data/tickets/propagate-rename.ts'
import { changeTag, createTag, deleteTag, requireTag } from '../../../data/tickets/tag.ts'
import { changeTicket, getTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { Viewer } from '../../../data/tickets/ticket-list.ts'
import { deleteTicket } from '../../../data/tickets/ticket-removal.ts'
import { NONE, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import { moveToColumn, setTags } from '../../../data/tickets/ticket-tags.ts'

const { kanban, tags, tickets } = ticketsArea.resources

const adminOf = (userId = newId()): Viewer => ({
  userId,
  profile: 'admin',
  super: false,
  queueIds: [],
  allTicket: 'enabled',
})

const createColumn = (companyId: string, name: string, order = 0): Promise<Tag> =>
  createTag(companyId, { name, color: '#112233', kanban: 1, order })

/** Returns the cards of a board, by the name of the column. */
async function boardOf(as: TestUser, query = {}): Promise<Record<string, string[]>> {
  const { status, body } = await call(kanban.board, { as, query })
  expect(status).toBe(200)
  expect(body.lanes.flatMap(({ ids }) => ids)).toEqual(body.tickets.map(({ id }) => id))
  return Object.fromEntries(body.lanes.map(({ tagId, ids }) => [tagId ?? 'none', ids]))
}

const move = (as: TestUser, ticketId: string, tagId: string) => call(kanban.move, { as, params: { ticketId, tagId } })

describe('the kanban board', () => {
  it('has a column per kanban tag in their order, and one for the tickets of none', async () => {
    const { id: companyId, admin } = await makeCompany()
    const [won, offer] = [await createColumn(companyId, 'Ganho', 2), await createColumn(companyId, 'Proposta', 1)]
    const vip = await createTag(companyId, { name: 'VIP', color: '#445566', kanban: 0 })
    const [a, b, c] = [await makeTicket(companyId), await makeTicket(companyId), await makeTicket(companyId)]
    await call(tags.sync, { as: admin, body: { ticketId: b.id, tags: [vip.id] } })
    const { body } = await call(kanban.board, { as: admin })
    expect(body.lanes.map(({ tagId }) => tagId)).toEqual([null, offer.id, won.id])
    expect((await call(tags.kanban, { as: admin })).body.lista.map(({ id }) => id)).toEqual([offer.id, won.id])
    expect(await boardOf(admin)).toEqual({ none: [c.id, b.id, a.id], [offer.id]: [], [won.id]: [] })

    const moved = await move(admin, b.id, offer.id)
    expect([moved.status, moved.body.tags.map(({ id }) => id)]).toEqual([200, [vip.id, offer.id]])
    // The last that came stands first.
    await move(admin, a.id, offer.id)
    expect(await boardOf(admin)).toEqual({ none: [c.id], [offer.id]: [a.id, b.id], [won.id]: [] })
    expect((await move(admin, b.id, won.id)).body.tags.map(({ id }) => id)).toEqual([vip.id, won.id])
    expect(await boardOf(admin)).toEqual({ none: [c.id], [offer.id]: [a.id], [won.id]: [b.id] })
    const counts = async () =>
      Promise.all([offer, won, vip].map(async ({ id }) => (await requireTag(companyId, id, true)).ticketsCount))
    expect(await counts()).toEqual([1, 1, 1])

    for (const _ of ['once', 'and again']) {
      const left = await call(kanban.leave, { as: admin, params: { ticketId: b.id } })
      expect([left.status, left.body.tags.map(({ id }) => id)]).toEqual([200, [vip.id]])
    }
    expect(await boardOf(admin)).toEqual({ none: [b.id, c.id], [offer.id]: [a.id], [won.id]: [] })
    expect((await call(tickets.get, { as: admin, params: { id: b.id } })).body.tags.map(({ id }) => id)).toEqual([
      vip.id,
    ])
    expect(await counts()).toEqual([1, 0, 1])
    // Again to where it stands: nothing happens, its place stays.
    await move(admin, c.id, offer.id)
    await move(admin, a.id, offer.id)
    expect((await boardOf(admin))[offer.id]).toEqual([c.id, a.id])
  })

  it('refuses what is no column, and changes nothing', async () => {
    const { id: companyId, admin } = await makeCompany()
    const vip = await createTag(companyId, { name: 'VIP', color: '#445566', kanban: 0 })
    const [one, two] = [await createColumn(companyId, 'Um', 1), await createColumn(companyId, 'Dois', 2)]
    const ticket = await makeTicket(companyId)
    const foreign = await createColumn((await makeCompany()).id, 'Fora')
    const before = await rowsOf(companyId)
    expect(await move(admin, ticket.id, vip.id)).toMatchObject({ status: 422, error: 'ERR_TAG_NOT_KANBAN' })
    for (const id of [newId(), foreign.id])
      expect(await move(admin, ticket.id, id)).toMatchObject({ status: 404, error: 'ERR_NO_TAG_FOUND' })
    expect(await move(admin, newId(), one.id)).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
    const both = await call(tags.sync, { as: admin, body: { ticketId: ticket.id, tags: [one.id, vip.id, two.id] } })
    expect(both).toMatchObject({ status: 422, error: 'ERR_TWO_KANBAN_TAGS' })
    expect(await rowsOf(companyId)).toEqual(before)
    const ask = (query: object) => call(kanban.board, { as: admin, query })
    expect(await ask({ tagId: vip.id })).toMatchObject({ status: 422, error: 'ERR_TAG_NOT_KANBAN' })
    expect(await ask({ tagId: foreign.id })).toMatchObject({ status: 404, error: 'ERR_NO_TAG_FOUND' })
    expect(await ask({ cursor: 'abc' })).toMatchObject({ status: 400, error: 'ERR_INVALID_CURSOR' })
  })

  it('is of companies whose plan has it', async () => {
    const { admin } = await makeCompany({ plan: { useKanban: false } })
    expect(await call(kanban.board, { as: admin })).toMatchObject({ status: 403, error: 'ERR_PLAN_FEATURE' })
    expect(await call(tags.kanban, { as: admin })).toMatchObject({ status: 403, error: 'ERR_PLAN_FEATURE' })
  })

  it('shows tickets of the own queues, of none where one may, and never closed ones', async () => {
    const { id: companyId, admin } = await makeCompany()
    const [mine, other] = [await makeQueue(companyId), await makeQueue(companyId)]
    const user = await makeUser(companyId, { queueIds: [mine.id] })
    const all = await makeUser(companyId, { queueIds: [mine.id], allTicket: 'enabled' })
    const offer = await createColumn(companyId, 'Proposta')
    const own = await makeTicket(companyId, { queue: mine })
    const free = await makeTicket(companyId)
    const foreign = await makeTicket(companyId, { queue: other })
    const given = await makeTicket(companyId, { queue: other, user: user.user, status: 'open' })
    for (const { id } of [own, free, foreign]) await move(admin, id, offer.id)
    expect(await boardOf(admin)).toEqual({ none: [given.id], [offer.id]: [foreign.id, free.id, own.id] })
    expect(await boardOf(user)).toEqual({ none: [], [offer.id]: [own.id] })
    expect(await boardOf(all)).toEqual({ none: [], [offer.id]: [free.id, own.id] })
    expect(await boardOf(admin, { queueIds: JSON.stringify([other.id]) })).toEqual({
      none: [given.id],
      [offer.id]: [foreign.id, free.id],
    })
    expect(await boardOf(user, { queueIds: JSON.stringify([other.id]) })).toEqual({ none: [], [offer.id]: [] })
    expect(await move(user, foreign.id, offer.id)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
    const leave = await call(kanban.leave, { as: user, params: { ticketId: foreign.id } })
    expect(leave).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })

    await changeTicket(companyId, own.id, () => ({ set: { status: 'closed' } }))
    expect(await boardOf(user)).toEqual({ none: [], [offer.id]: [] })
    // Its tags stay, so that reopened it stands where it stood, as the newest.
    await changeTicket(companyId, own.id, () => ({ set: { status: 'pending' } }))
    expect((await boardOf(admin))[offer.id]).toEqual([own.id, foreign.id, free.id])
    await changeTicket(companyId, own.id, () => ({ set: { queue: other } }))
    expect((await boardOf(user))[offer.id]).toEqual([])
  })

  it('goes on page by page in each column', async () => {
    const { id: companyId, admin } = await makeCompany()
    const offer = await createColumn(companyId, 'Proposta')
    const [mine, other] = [await makeQueue(companyId), await makeQueue(companyId)]
    const user = await makeUser(companyId, { queueIds: [mine.id] })
    const made: TicketRow[] = []
    for (let i = 0; i < 45; i++) made.unshift(await makeTicket(companyId, { queue: i % 2 ? mine : other }))
    const walk = async (as: TestUser) => {
      const ids: string[] = []
      const first = (await call(kanban.board, { as })).body.lanes.find(({ tagId }) => tagId === null)!
      ids.push(...first.ids)
      for (let cursor = first.nextCursor; cursor; ) {
        const { body } = await call(kanban.board, { as, query: { tagId: 'none', cursor } })
        expect([body.lanes[0]!.hasMore, body.lanes[0]!.nextCursor]).toEqual([body.hasMore, body.nextCursor])
        ids.push(...body.tickets.map(({ id }) => id))
        cursor = body.nextCursor
      }
      return ids
    }
    expect(await walk(admin)).toEqual(made.map(({ id }) => id))
    expect(await walk(user)).toEqual(made.filter(({ queue }) => queue?.id === mine.id).map(({ id }) => id))
    const { body } = await call(kanban.board, { as: admin })
    const cursor = body.lanes[0]!.nextCursor!
    // A position in one column is worth nothing in another.
    const elsewhere = await call(kanban.board, { as: admin, query: { tagId: offer.id, cursor } })
    expect(elsewhere.error).toBe('ERR_INVALID_CURSOR')
  })
})

describe('moves at once', () => {
  it('of one card leave it in one column, wherever the later put it', async () => {
    const { id: companyId, admin } = await makeCompany()
    const other = await makeUser(companyId, { profile: 'admin' })
    const boardColumns = [
      await createColumn(companyId, 'Um', 1),
      await createColumn(companyId, 'Dois', 2),
      await createColumn(companyId, 'Três', 3),
    ]
    const ticket = await makeTicket(companyId)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(boardColumns.map(({ id }, i) => move(i % 2 ? other : admin, ticket.id, id)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const now = (await getTicket(companyId, ticket.id, true))!
      expect(now.tags).toHaveLength(1)
      const board = await boardOf(admin)
      expect(Object.entries(board).filter(([, ids]) => ids.length > 0)).toEqual([[now.tags[0]!.id, [ticket.id]]])
      const counts = await Promise.all(
        boardColumns.map(async ({ id }) => (await requireTag(companyId, id, true)).ticketsCount),
      )
      expect(counts).toEqual(boardColumns.map(({ id }) => (id === now.tags[0]!.id ? 1 : 0)))
    }
  })

  it('into a column that goes at this moment are refused or undone, never half', async () => {
    const { id: companyId, admin } = await makeCompany()
    for (let round = 0; round < 5; round++) {
      const offer = await createColumn(companyId, `Proposta ${round}`)
      const ticket = await makeTicket(companyId)
      const [moved] = await Promise.all([
        move(admin, ticket.id, offer.id),
        call(tags.remove, { as: admin, params: { id: offer.id } }),
      ])
      expect([
        [200, undefined],
        [404, 'ERR_NO_TAG_FOUND'],
      ]).toContainEqual([moved.status, moved.error])
      await deleteTag(companyId, offer)
      await propagateRename(companyId, 'tag', offer.id, async () => {})
      expect((await getTicket(companyId, ticket.id, true))?.tags).toEqual([])
      expect((await boardOf(admin)).none).toContain(ticket.id)
    }
  })

  it('of a ticket that is closed at this moment leave it off the board, in the column it comes back to', async () => {
    const { id: companyId, admin } = await makeCompany()
    const offer = await createColumn(companyId, 'Proposta')
    for (let round = 0; round < 5; round++) {
      const ticket = await makeTicket(companyId)
      await Promise.all([
        move(admin, ticket.id, offer.id),
        changeTicket(companyId, ticket.id, () => ({ set: { status: 'closed' } })),
      ])
      expect(await boardOf(admin)).toEqual({ none: [], [offer.id]: [] })
      expect((await getTicket(companyId, ticket.id, true))?.tags.map(({ id }) => id)).toEqual([offer.id])
    }
  })
})

describe('a tag', () => {
  it('that becomes a column takes its tickets there, but none out of another column; they come back with it', async () => {
    const { id: companyId, admin } = await makeCompany()
    const offer = await createColumn(companyId, 'Proposta', 4)
    const vip = await createTag(companyId, { name: 'VIP', color: '#445566', kanban: 0 })
    const [plain, both] = [await makeTicket(companyId), await makeTicket(companyId)]
    for (const { id } of [plain, both]) await call(tags.sync, { as: admin, body: { ticketId: id, tags: [vip.id] } })
    await move(admin, both.id, offer.id)
    const switched = await call(tags.update, { as: admin, params: { id: vip.id }, body: { kanban: 1 } })
    expect(switched.body).toMatchObject({ kanban: 1, order: 5 })
    await propagateRename(companyId, 'tag', vip.id, async () => {})
    expect(await boardOf(admin)).toEqual({ none: [], [offer.id]: [both.id], [vip.id]: [plain.id] })
    expect((await getTicket(companyId, both.id, true))?.tags.map(({ id }) => id)).toEqual([offer.id])
    expect((await requireTag(companyId, vip.id, true)).ticketsCount).toBe(1)
    await call(tags.update, { as: admin, params: { id: vip.id }, body: { kanban: 0 } })
    await propagateRename(companyId, 'tag', vip.id, async () => {})
    expect(await boardOf(admin)).toEqual({ none: [plain.id], [offer.id]: [both.id] })
    expect((await getTicket(companyId, plain.id, true))?.tags.map(({ id }) => id)).toEqual([vip.id])
  })

  it('knows who made it and its place among the columns, which supervisors change', async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const made = await call(tags.create, { as: admin, body: { name: 'Proposta', kanban: 1 } })
    expect(made.body).toMatchObject({ userId: admin.user.id, order: 0 })
    expect((await call(tags.create, { as: admin, body: { name: 'Ganho', kanban: 1 } })).body.order).toBe(1)
    const reorder = (as: TestUser) => call(tags.update, { as, params: { id: made.body.id }, body: { order: 2 } })
    expect(await reorder(user)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
    const supervisor = await makeUser(companyId, { profile: 'supervisor' })
    expect((await reorder(supervisor)).body.order).toBe(2)
    const { lista } = (await call(tags.kanban, { as: user })).body
    expect(lista.map(({ name }) => name)).toEqual(['Ganho', 'Proposta'])
  })
})

describe('tickets from before there was a board', () => {
  const dropRow = ({ pk, sk }: Record<string, unknown>) =>
    transact([remove('row', { TableName: tableName(), Key: { pk, sk } })])

  it('are put into its columns once, as they are', async () => {
    const { id: companyId, admin } = await makeCompany()
    const offer = await createColumn(companyId, 'Proposta')
    const vip = await createTag(companyId, { name: 'VIP', color: '#445566', kanban: 0 })
    const made: TicketRow[] = []
    for (let i = 0; i < 90; i++) made.push(await makeTicket(companyId))
    for (const [i, ticket] of made.slice(0, 12).entries())
      await setTags(companyId, adminOf(), ticket, i < 6 ? [offer.id] : [vip.id])
    await changeTicket(companyId, made[89]!.id, () => ({ set: { status: 'closed' } }))
    const boardColumns = async () => (await rowsOf(companyId)).filter(({ pk }) => String(pk).includes('#board#'))
    const before = await boardColumns()
    expect(before).toHaveLength(89)
    // As they were written before: no mark, no columns, and tags that do not say what they are.
    for (const row of [...before, COMPLETE_MARKS.key({ companyId })]) await dropRow(row)
    for (const { id } of made.slice(0, 6))
      await changeTicket(companyId, id, ({ tags: had }) => ({
        set: { tags: had.map(({ kanban: _, ...tag }) => tag) },
        touch: false,
      }))
    for (const row of await boardColumns()) await dropRow(row)
    await Promise.all([fillBoard(companyId), fillBoard(companyId)])
    expect((await boardColumns()).map(({ pk, sk }) => [pk, String(sk).split('#')[1]])).toEqual(
      expect.arrayContaining(before.map(({ pk, sk }) => [pk, String(sk).split('#')[1]])),
    )
    expect(await boardColumns()).toHaveLength(89)
    expect((await boardOf(admin))[offer.id]?.toSorted()).toEqual(
      made
        .slice(0, 6)
        .map(({ id }) => id)
        .toSorted(),
    )
  })
})

/** Returns a refusal meant for people; rethrows any other error. */
const refusal = (error: unknown) => {
  if (!(error instanceof AppError)) throw error
}

/** Returns every row of the columns, as `column ticket`. */
const stored = async (companyId: string): Promise<string[]> =>
  (await rowsOf(companyId))
    .filter(({ pk }) => String(pk).startsWith(`${companyId}#board#`))
    .map(({ pk, sk, queueId }) => [String(pk).split('#')[2], String(sk).split('#')[1], queueId].join(' '))
    .sort()

describe('after any operations', () => {
  it('the columns match the tickets', async () => {
    const action = fc.record({
      ticket: fc.nat(5),
      what: fc.constantFrom('move', 'leave', 'sync', 'close', 'reopen', 'queue', 'accept', 'delete', 'toggle', 'make'),
      which: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async actions => {
        const companyId = newId()
        const viewer = adminOf()
        const queues = [0, 1, 2].map(i => ({ id: newId(), name: `Fila ${i}`, color: '#111111' }))
        const made = [
          await createColumn(companyId, 'Um'),
          await createColumn(companyId, 'Dois'),
          await createColumn(companyId, 'Três'),
          await createTag(companyId, { name: 'VIP', color: '#445566', kanban: 0 }),
        ]
        const live = [await makeTicket(companyId), await makeTicket(companyId), await makeTicket(companyId)]
        const now = (id: string) => requireTicket(companyId, id)
        const deeds: Record<string, (id: string, which: number) => Promise<unknown>> = {
          make: async () => live.push(await makeTicket(companyId)),
          move: async (id, which) => moveToColumn(companyId, viewer, await now(id), made[which]!.id),
          leave: async id => moveToColumn(companyId, viewer, await now(id), null),
          sync: async (id, which) => setTags(companyId, viewer, await now(id), [made[which]!.id, made[3]!.id]),
          close: id => changeTicket(companyId, id, () => ({ set: { status: 'closed' } })),
          reopen: id => changeTicket(companyId, id, () => ({ set: { status: 'pending', user: null } })),
          queue: (id, which) => changeTicket(companyId, id, () => ({ set: { queue: queues[which] ?? null } })),
          accept: (id, which) =>
            changeTicket(companyId, id, () => ({
              set: { status: 'open', user: { id: queues[which % 3]!.id, name: 'Ana' } },
            })),
          delete: id => deleteTicket(companyId, id),
          toggle: async (_, which) => {
            const tag = await requireTag(companyId, made[which]!.id, true)
            await changeTag(companyId, tag, { kanban: tag.kanban === 1 ? 0 : 1 })
            await propagateRename(companyId, 'tag', tag.id, async () => {})
          },
        }
        // Two at a time: each meets somebody else's change.
        for (let i = 0; i < actions.length; i += 2)
          await Promise.all(
            actions
              .slice(i, i + 2)
              .map(({ what, ticket, which }) => deeds[what]!(live[ticket % live.length]!.id, which).catch(refusal)),
          )
        const rows = await Promise.all(live.map(({ id }) => getTicket(companyId, id, true)))
        const expected = rows.flatMap(row => {
          if (!row || row.status === 'closed') return []
          const columns = row.tags.filter(({ kanban: isColumn }) => isColumn)
          expect(columns.length).toBeLessThanOrEqual(1)
          return [[columns[0]?.id ?? NONE, row.id, row.queue?.id ?? NONE].join(' ')]
        })
        expect(await stored(companyId)).toEqual(expected.sort())
      }),
      { numRuns: 15 },
    )
  })
})

// Counts of units, not times: they are the same on every machine. The chart in data/README.md has
// them from here.
describe.skipIf(!targetHas('metering'))('cost', () => {
  it('of a column is a page of it, however much the board has', async () => {
    const { id: companyId } = await makeCompany()
    const queue = await makeQueue(companyId)
    const boardColumns: Tag[] = []
    for (let i = 0; i < 10; i++) boardColumns.push(await createColumn(companyId, `Coluna ${i}`, i))
    const viewer = adminOf()
    const plain: Viewer = { ...viewer, profile: 'user', queueIds: [queue.id], allTicket: 'disabled' }
    // One of each column at a time: what counts a tag's tickets is one row.
    const fill = async (count: number, into: (Tag | undefined)[]) => {
      for (let i = 0; i < count; i++)
        await Promise.all(
          into.map(async column => {
            const ticket = await makeTicket(companyId, { queue })
            if (column) await moveToColumn(companyId, viewer, ticket, column.id)
          }),
        )
    }
    await fill(30, [undefined, boardColumns[0]])
    const cost = async (who: Viewer, column: string) =>
      (await metered(() => pageOfColumn(companyId, who, column, {}))).units.read
    const before = [
      await cost(viewer, boardColumns[0]!.id),
      await cost(viewer, NONE),
      await cost(plain, boardColumns[0]!.id),
    ]
    expect(Math.max(...before)).toBeLessThanOrEqual(11.5)
    await fill(45, [undefined, ...boardColumns])
    const after = [await cost(viewer, boardColumns[0]!.id), await cost(viewer, NONE)]
    expect(after).toEqual(before.slice(0, 2))
    const narrowed = await cost(plain, boardColumns[0]!.id)
    expect(narrowed).toBeLessThanOrEqual(14)
    const columns = [NONE, ...boardColumns.map(({ id }) => id)]
    const whole = await metered(() => firstPages(companyId, viewer, columns, {}))
    expect(whole.result.map(({ tickets: page, hasMore }) => [page.length, hasMore])).toEqual(
      columns.map(() => [20, true]),
    )
    expect(whole.units.read).toBeLessThanOrEqual(11.5 * columns.length)
    const ticket = await makeTicket(companyId, { queue })
    const moved = await metered(() => moveToColumn(companyId, viewer, ticket, boardColumns[1]!.id))
    expect(moved.units.write).toBeLessThanOrEqual(16)
  })
})
