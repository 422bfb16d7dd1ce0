import { describe, expect, it } from 'vitest'
import { kindsOfRows } from '../../../test/row-kinds.ts'
import { type Inside, readable, sourcesOf } from './export-rows.ts'

/**
 * Kinds of a company's rows that its export leaves out, each with why. An index that says where
 * exported rows are is a copy.
 */
const LEFT_OUT: Record<string, string[]> = {
  'a copy of what is exported, made for searching, counting, ordering or finding it': [
    ...['address', 'birthdays', 'board', 'budget-key', 'budget-number', 'budgets-of', 'campaign', 'campaign-needs'],
    ...[
      'contact',
      'contact-alias',
      'contact-order',
      'order-days',
      'contactListItem',
      'contract',
      'contracts-of',
      'contracts-until',
      'counter',
    ],
    ...['couponUse', 'customer-default', 'days', 'live', 'message', 'note', 'portfolio-use', 'productStore', 'report'],
    ...[
      'rows-of-field',
      'schedule',
      'schedules-of',
      'search',
      'shipping-counts',
      'shortcode',
      'tickets-of',
      'unique',
      'users',
    ],
    ...['waiting', 'words', 'knowledge-asked-in', 'knowledge-use', 'in-view', 'view-count'],
    ...['files', 'contact-email', 'duplicate-pairs', 'contacts-of-tag', 'imported'],
  ],
  'work under way, or what expires within days': [
    ...['rule-events', 'action-run', 'action-mails', 'text-drafts', 'notices', 'notices-of', 'unread-notices'],
    ...['distribution', 'contact-merge', 'api-call', 'bot-pace'],
    ...[
      'ask-turn',
      'autoReply',
      'campaign-chat',
      'campaign-lane',
      'campaign-message',
      'campaign-news',
      'congratulated',
    ],
    ...[
      'deliveries',
      'deliveries-due',
      'deliveries-lane',
      'delivery',
      'in-flight',
      'job',
      'jobs',
      'jobs-of',
      'machine-places',
    ],
    ...['number-check', 'page-mid', 'link-preview', 'link-preview-fetches', 'page-send', 'priced', 'reply', 'socket'],
  ],
  'opens something: passwords, codes, sessions, WhatsApp’s keys': [
    ...['auth', 'code', 'credential', 'push', 'second-factor', 'session', 'sign-in-challenge', 'api-tokens'],
  ],
  'how often a blocked contact wrote, of which nothing is kept': ['blocked-messages'],
  'a number that says how often rows of a list were added': ['list-locks'],
  'two ids that users said are not one person': ['different-contacts'],
  'answers of trials, which versions and cases give again': ['prompt-turn'],
  'two ids: which connection goes on for one that was deleted': ['connection-heirs'],
  'a digest that says nothing to anybody without the number it is of': ['opt-out'],
}

const wordOf = ({ pk }: { pk: string }): string => pk.split('#')[1]!

function exported(): string[] {
  const sources = sourcesOf('c')
  const inside: Inside[] = sources.flatMap(source => source.inside?.('c', 'id') ?? [])
  // What a chat's members lead to.
  const chats = inside.some(({ chatsOf }) => chatsOf) ? ['chat'] : []
  return [...sources, ...inside].map(wordOf).concat(chats)
}

describe('the rows of an export', () => {
  it('are of every kind a company has, or the kind is left out for a reason', () => {
    const kinds = kindsOfRows().flatMap(kind => (kind.startsWith('company#') ? [kind.slice('company#'.length)] : []))
    expect(kinds.length).toBeGreaterThan(70)
    const left = Object.values(LEFT_OUT).flat()
    const there = exported()
    expect(kinds.filter(kind => !there.includes(kind) && !left.includes(kind))).toEqual([])
    // Neither list names what there is not, nor both the same.
    expect([...there, ...left].filter(kind => !kinds.includes(kind))).toEqual([])
    expect(left.filter(kind => there.includes(kind))).toEqual([])
  })

  it('show figures and not what opens something', () => {
    const row = {
      pk: 'c#whatsapp',
      sk: 'whatsapp#1',
      id: '1',
      tokenHash: 'x',
      pageToken: 'x',
      name: 'Loja',
      qrcode: 'x',
    }
    expect(readable(row)).toEqual({ id: '1', name: 'Loja' })
    expect(readable({ pk: 'c#tokens', sk: 'tokens#2026-11', tokens: 12 })).toEqual({ month: '2026-11', tokens: 12 })
    const setting = (key: string) => readable({ pk: 'c#company', sk: `setting#${key}`, key, value: 'v' })
    expect(setting('asaas')).toEqual({ key: 'asaas' })
    expect(setting('timezone')).toEqual({ key: 'timezone', value: 'v' })
  })
})
