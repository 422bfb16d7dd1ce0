import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rowsField } from '../../test/rows-field.ts'
import { AREAS } from '../api/index.ts'
import { listQuery, page } from './fields.ts'
import { isPlainList } from './list.ts'
import { routesOf } from './match.ts'
import { PAGED_ROWS } from './page-bounds.ts'
import { route } from './route.ts'

const listing = (query: z.ZodType) => route({ method: 'GET', path: '/things', summary: '', access: 'user', query })
const accepts = (query: z.ZodType, given: Record<string, string>) => query.safeParse(given).success

describe('a list of the contract', () => {
  it('has page numbers up to a row, and a cursor beyond, without asking for it', () => {
    const { query } = listing(z.object({ ...listQuery, other: z.string().optional() }))
    const twenty = PAGED_ROWS / 20
    expect(accepts(query!, { pageNumber: String(twenty) })).toBe(true)
    expect(accepts(query!, { pageNumber: String(twenty + 1) })).toBe(false)
    expect(accepts(query!, { pageNumber: String(PAGED_ROWS), limit: '1' })).toBe(true)
    expect(accepts(query!, { pageNumber: String(PAGED_ROWS), limit: '2' })).toBe(false)
    const { error } = query!.safeParse({ pageNumber: '1000', limit: '100' })
    expect(error?.issues).toMatchObject([
      { path: ['pageNumber'], message: ':page_too_deep', params: { maximum: PAGED_ROWS } },
    ])
    // A cursor replaces a page number.
    expect(accepts(query!, { pageNumber: '1000', limit: '100', cursor: 'x' })).toBe(true)
  })

  it('refuses cursors it did not give, without saying so itself', () => {
    expect(listing(z.object(listQuery)).errors).toEqual(['ERR_INVALID_CURSOR'])
    expect(listing(z.object({ name: z.string() })).errors).toEqual([])
  })

  it('differs from an entity by its shape', () => {
    const answering = (response: z.ZodType) =>
      route({ method: 'GET', path: '/x', summary: '', access: 'user', response })
    const rows = z.array(z.object({ id: z.string() }))
    expect(isPlainList(answering(rows))).toBe(true)
    expect(rowsField(answering(z.object({ things: rows, ...page })))).toBe('things')
    expect(rowsField(answering(z.object({ id: z.string(), things: rows })))).toBeUndefined()
    expect(rowsField(answering(z.object({ names: z.array(z.string()) })))).toBeUndefined()
    const posted = route({
      method: 'POST',
      path: '/x',
      summary: '',
      access: 'user',
      response: z.object({ things: rows }),
    })
    expect(rowsField(posted)).toBeUndefined()
  })

  it('answers a cursor and takes one, in every area', () => {
    for (const { name, route: each } of AREAS.flatMap(routesOf)) {
      if (!rowsField(each)) continue
      const fields = Object.keys((each.query as z.ZodObject).shape)
      // The report's pages have their own names; the board's columns, the audit log, message
      // searches and calls of tools continue by cursor alone.
      const byCursor = [
        ...['kanban.board', 'tags.kanban', 'audit.list', 'messages.search', 'messages.find', 'botCalls.list'],
        ...['promptVersions.list', 'promptCases.list', 'promptRuns.list', 'notices.list'],
        ...['textDrafts.list', 'contacts.conversations', 'contacts.files', 'contacts.campaigns', 'contacts.pairs'],
      ].includes(name)
      const paged = byCursor ? [] : fields.includes('pageSize') ? ['page', 'pageSize'] : ['pageNumber', 'limit']
      expect([name, ...fields]).toEqual(expect.arrayContaining(['cursor', ...paged]))
      expect([name, ...Object.keys((each.response as z.ZodObject).shape)]).toEqual(
        expect.arrayContaining(['hasMore', 'nextCursor']),
      )
    }
  })
})
