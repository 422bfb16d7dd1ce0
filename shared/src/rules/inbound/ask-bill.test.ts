import { describe, expect, it } from 'vitest'
import {
  configuration,
  find,
  kinds,
  live,
  message,
  OPEN,
  option,
  picture,
  queue,
  texts,
} from '../../../test/inbound-samples.ts'
import { BILL_TEXTS } from '../bill-texts.ts'
import { decide } from './decide.ts'
import type { PipelineOption } from './pipeline.ts'
import { type Played, playAnswer, startPlay } from './play.ts'

const bill = (changes: Partial<PipelineOption> = {}) =>
  option('boleto', { kind: 'bill', message: '', title: 'Segunda via', ...changes })
const shop = (given: Partial<PipelineOption> = {}, connection = {}) =>
  configuration({
    queues: [queue('vendas'), queue('suporte')],
    options: [bill(given), option('outra', { option: 2 })],
    connection,
  })
const talk = (config: ReturnType<typeof shop>, ...answers: string[]): Played =>
  ['1', ...answers].reduce(
    (last, text, i) => playAnswer(last.state, text, OPEN + (i + 1) * 1000),
    playAnswer(startPlay(config), 'oi', OPEN),
  )
const replies = ({ replies }: Played) => replies.map(({ text }) => text)
const WAYS = '\n\n*0* - Voltar\n*#* - Menu principal'

describe('an option that sends bills', () => {
  it('asks for a document in its own words or ours, its file with them, and names the ways out', () => {
    expect(replies(talk(shop(), '1'))).toEqual([`${BILL_TEXTS.ask}${WAYS}`])
    const own = talk(shop({ message: 'Qual é o seu CPF?', media: picture }), '1')
    expect(own.replies).toEqual([{ text: `Qual é o seu CPF?${WAYS}`, media: picture }])
    expect(own).toMatchObject({ ended: null, where: { optionId: 'boleto', path: ['Segunda via'] } })
  })

  it('takes a CPF or CNPJ as people write it, alone or in a sentence', () => {
    for (const text of [
      '52998224725',
      '529.982.247-25',
      ' cpf 529.982.247-25 ',
      '11.222.333/0001-81',
      '12.ABC.345/01DE-35',
    ])
      expect([text, talk(shop(), '1', text)]).toMatchObject([
        text,
        { ended: 'bill', replies: [{ text: BILL_TEXTS.wait }] },
      ])
  })

  it('asks again on anything else, as often as a menu is repeated, then leaves it to a person', () => {
    const config = shop({}, { maxUseBotQueues: 2 })
    for (const text of ['529.982.247-26', '111.111.111-11', '1', 'não sei'])
      expect(replies(talk(config, '1', text))).toEqual([`${BILL_TEXTS.wrong}${WAYS}`])
    const end = talk(config, '1', 'a', 'b', 'c')
    expect(end).toMatchObject({ ended: 'person', replies: [], where: { queueId: 'vendas' } })
  })

  it('leads back by `0` and to the main menu by `#`', () => {
    expect(talk(shop(), '1', '0').where).toMatchObject({ queueId: 'vendas', optionId: null })
    expect(talk(shop(), '1', '#').where).toMatchObject({ queueId: null, optionId: null })
  })

  it('has the bills looked up behind the pipeline, by the option that was chosen; a picture is no document', () => {
    const at = live({
      queueId: 'vendas',
      menu: {
        phase: 'options',
        startedAt: OPEN,
        shownAt: OPEN,
        repeats: 0,
        at: { id: 'boleto', path: ['Segunda via'] },
      },
    })
    const actions = decide(at, message({ body: '529.982.247-25' }), shop())
    expect(kinds(actions)).toEqual(['contact', 'ticket', 'store', 'reply', 'askBot'])
    expect(find(actions, 'askBot')).toEqual({ type: 'askBot', bot: { kind: 'bill', id: 'boleto' }, begins: true })
    const shown = message({ kind: 'media', body: '529.982.247-25', media: picture })
    expect(texts(decide(at, shown, shop()))).toEqual([`${BILL_TEXTS.wrong}${WAYS}`])
  })

  it('that is looking up takes what comes meanwhile to whoever looks', () => {
    const at = live({ queueId: 'vendas', bot: { kind: 'bill', id: 'boleto' } })
    expect(find(decide(at, message({ body: '1' }), shop()), 'askBot')).toMatchObject({ begins: false })
  })

  it('that is none any more when they answer shows the menu there is', () => {
    const asked = talk(shop(), '1')
    const config = configuration({ queues: [queue('vendas'), queue('suporte')], options: [option('outra')] })
    const next = playAnswer({ ...asked.state, configuration: config }, '529.982.247-25', OPEN + 5000)
    expect(next).toMatchObject({ ended: null, where: { queueId: 'vendas', optionId: null } })
  })
})
