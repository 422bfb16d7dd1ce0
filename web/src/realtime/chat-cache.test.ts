// @vitest-environment jsdom
import { chats } from '@balcao/shared/api/content/chats.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { newId } from '@balcao/shared/ids.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleChat, sampleChatMessage } from '#/testing/sample-chat.ts'
import { applyChat, applyChatMessage, notifyBySound, removeChat, withChatMessage, withChats } from './chat-cache.ts'
import { openChat } from './chat-state.ts'

const playSound = vi.hoisted(() => vi.fn())
vi.mock('#/lib/play-sound.ts', () => ({ playSound }))

const me = { id: newId(), name: 'Maria' }
const at = (minute: number) => `2026-03-10T12:${String(minute).padStart(2, '0')}:00.000Z`
const chat = (title: string, minute: number, changes: Partial<Chat> = {}) =>
  sampleChat(me, { title, updatedAt: at(minute), ...changes })
const pagesOf = (pages: Chat[][], hasMore = false) => ({
  pages: pages.map((records, i) => ({
    records,
    hasMore: hasMore || i < pages.length - 1,
    nextCursor: hasMore || i < pages.length - 1 ? String(i) : null,
  })),
  pageParams: pages.map((_, i) => (i === 0 ? null : String(i))),
})
const titles = ({ pages }: ReturnType<typeof withChats>) => pages.map(page => page.records.map(({ title }) => title))

describe('the list', () => {
  const [a, b, c, d] = [chat('a', 40), chat('b', 30), chat('c', 20), chat('d', 10)]

  it('lets come up what something was said in, page by page', () => {
    const data = pagesOf([
      [a, b],
      [c, d],
    ])
    expect(titles(withChats(data, [{ ...d, updatedAt: at(50), version: 2 }], ''))).toEqual([
      ['d', 'a'],
      ['b', 'c'],
    ])
    expect(titles(withChats(data, [chat('novo', 45)], ''))).toEqual([
      ['novo', 'a', 'b'],
      ['c', 'd'],
    ])
  })

  it('keeps what is newer, whatever order the events come in', () => {
    const data = pagesOf([[{ ...a, version: 5 }, b]])
    expect(withChats(data, [{ ...a, title: 'velho', version: 4 }], '')).toBe(data)
    expect(titles(withChats(data, [{ ...a, title: 'novo', version: 6 }], ''))).toEqual([['novo', 'b']])
  })

  it('leaves what belongs further down to its page, and what was not searched out', () => {
    const data = pagesOf([[a, b]], true)
    expect(titles(withChats(data, [chat('antigo', 5)], ''))).toEqual([['a', 'b']])
    expect(titles(withChats(pagesOf([[chat('Ação', 1)]]), [chat('outro', 9), chat('reação', 8)], 'acao'))).toEqual([
      ['reação', 'Ação'],
    ])
  })
})

describe('events', () => {
  let client: QueryClient
  const listed = () =>
    client.getQueryData<ReturnType<typeof pagesOf>>(queryKey(chats.list, { query: { searchParam: '' } }))
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse(at(0)) + 3_600_000 })
    client = new QueryClient()
  })
  afterEach(() => {
    vi.useRealTimers()
    openChat.set(null)
    playSound.mockClear()
  })

  it('ten a second move the list a few times, and none is lost', () => {
    const one = chat('a', 1)
    client.setQueryData(queryKey(chats.list, { query: { searchParam: '' } }), pagesOf([[one]]))
    let changes = 0
    client.getQueryCache().subscribe(event => {
      if (event.type === 'updated') changes += 1
    })
    for (let version = 2; version <= 21; version++) {
      applyChat(client, { ...one, version, lastMessage: `${version}` })
      vi.advanceTimersByTime(100)
    }
    vi.advanceTimersByTime(1000)
    expect(listed()!.pages[0]!.records[0]!.lastMessage).toBe('21')
    // The list and the conversation itself, some ten times each.
    expect(changes).toBeLessThanOrEqual(26)
  })

  it('put a message into its place once, and take a conversation away with its messages', () => {
    const one = chat('a', 1)
    const said = [1, 2, 3].map(i => sampleChatMessage({ chatId: one.id, message: `${i}` }))
    const data = {
      pages: [
        { records: [said[2]!], hasMore: true, nextCursor: 'x' },
        { records: [said[0]!], hasMore: false, nextCursor: null },
      ],
      pageParams: [null, 'x'],
    }
    const once = withChatMessage(data, said[1]!)
    expect(once.pages.map(page => page.records.map(({ message }) => message))).toEqual([['3'], ['1', '2']])
    expect(withChatMessage(once, said[1]!)).toEqual(once)
    client.setQueryData(queryKey(chats.list, { query: { searchParam: '' } }), pagesOf([[one]]))
    client.setQueryData(queryKey(chats.messages, { params: { id: one.id } }), data)
    applyChatMessage(client, sampleChatMessage({ chatId: newId() }))
    removeChat(client, one.id)
    expect(listed()!.pages[0]!.records).toEqual([])
    expect(client.getQueryData(queryKey(chats.messages, { params: { id: one.id } }))).toBeUndefined()
  })

  it('ring for what others say elsewhere, once in a while', () => {
    const said = sampleChatMessage()
    notifyBySound({ ...said, senderId: me.id }, me.id)
    openChat.set(said.chatId)
    notifyBySound(said, me.id)
    expect(playSound).not.toHaveBeenCalled()
    openChat.set(null)
    for (let i = 0; i < 5; i++) notifyBySound(said, me.id)
    expect(playSound).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3001)
    notifyBySound(said, me.id)
    expect(playSound).toHaveBeenCalledTimes(2)
  })
})
