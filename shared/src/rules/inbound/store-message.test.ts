import { describe, expect, it } from 'vitest'
import {
  configuration,
  find,
  fresh,
  inMenu,
  kinds,
  live,
  message,
  NIGHT,
  texts,
} from '../../../test/inbound-samples.ts'
import type { InboundMessage } from '../../events/queues.ts'
import { CALL_REFUSED_TEXT } from './answer-call.ts'
import { decide } from './decide.ts'

describe('what is stored', () => {
  it('a duplicate changes nothing', () => {
    expect(decide({ ...fresh(), seen: true }, message(), configuration())).toEqual([
      { type: 'ignore', reason: 'duplicate' },
    ])
  })
  it('groups only when the setting allows them, and then without bot and hours', () => {
    const group = message({ group: { id: '123', subject: 'Família' } })
    expect(decide(fresh(), group, configuration())).toEqual([{ type: 'ignore', reason: 'group' }])
    const settings = { CheckMsgIsGroup: 'disabled', scheduleType: 'company' }
    expect(kinds(decide(fresh(NIGHT), group, configuration({ settings })))).toEqual(['contact', 'ticket', 'store'])
  })
  it.each([
    [{ kind: 'text' }, 'chat'],
    [{ kind: 'media', media: { kind: 'audio', mimetype: 'audio/ogg' } }, 'audio'],
    [{ kind: 'media', media: { kind: 'application', mimetype: 'application/pdf' } }, 'application'],
    [{ kind: 'location', location: { latitude: 1, longitude: 2 } }, 'locationMessage'],
    [{ kind: 'contacts', vcards: ['a'] }, 'vcard'],
    [{ kind: 'contacts', vcards: ['a', 'b'] }, 'contactMessage'],
    [{ kind: 'unsupported' }, 'unsupported'],
  ] satisfies [Partial<InboundMessage>, string][])('%j as %s', (changes, mediaType) => {
    expect(find(decide(live(), message(changes), configuration()), 'store')).toMatchObject({ mediaType, unread: 1 })
  })
  it('a missed call with its time in the zone, without menu', () => {
    const call = message({ kind: 'call_log', body: '', call: { video: true, refused: false } })
    const actions = decide(fresh(), call, configuration())
    expect(find(actions, 'store')).toMatchObject({ mediaType: 'call_log', body: 'Chamada de vídeo perdida às 11:00' })
    expect(texts(actions)).toEqual([])
  })
  it('a refused call is answered', () => {
    const call = message({ kind: 'call_log', body: '', call: { video: false, refused: true } })
    expect(texts(decide(live({ userId: 'ana', status: 'open' }), call, configuration()))).toEqual([CALL_REFUSED_TEXT])
  })
  it('what the handset wrote is not unread and silences the menu', () => {
    const actions = decide(inMenu(), message({ fromMe: true }), configuration())
    expect(find(actions, 'store')).toMatchObject({ unread: 0 })
    expect(find(actions, 'menu')).toMatchObject({ menu: { phase: 'done' }, chatbot: false })
    expect(texts(actions)).toEqual([])
  })
})
