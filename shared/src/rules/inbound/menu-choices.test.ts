import { describe, expect, it } from 'vitest'
import {
  configuration,
  find,
  fresh,
  inMenu,
  live,
  message,
  OPEN,
  option,
  picture,
  queue,
  sales,
  texts,
} from '../../../test/inbound-samples.ts'
import type { MenuForm } from '../../entities/setting.ts'
import { RATING_THANKS } from '../rating.ts'
import { decide } from './decide.ts'
import type { PipelineAction } from './pipeline.ts'

type Given = NonNullable<Parameters<typeof configuration>[0]>
const over = (chatBotType: MenuForm, { connection, ...more }: Given = {}) =>
  configuration({ ...more, settings: { chatBotType }, connection: { provider: 'cloud', ...connection } })

const choices = (actions: PipelineAction[]) =>
  actions.flatMap(action => (action.type === 'reply' && action.choices ? [action.choices] : []))
const pressed = (choice: string, body = 'Financeiro') => message({ choice, body })

describe('menus as buttons and lists', () => {
  it('offer the queues as buttons over a cloud number, as numbers over a phone', () => {
    const actions = decide(fresh(), message(), over('button'))
    expect(texts(actions)).toEqual(['Olá!'])
    expect(choices(actions)).toMatchObject([
      { style: 'button', items: [{ id: 'menu:queues:1', title: 'vendas' }, { title: 'financeiro' }] },
    ])
    const phone = over('button', { connection: { provider: 'web' } })
    expect(texts(decide(fresh(), message(), phone))).toEqual(['Olá!\n\n*1* - vendas\n*2* - financeiro'])
  })

  it('take the pressed button, whatever its cut title says, and a typed number or name as well', () => {
    for (const answer of [pressed('menu:queues:2', 'x…'), message({ body: '2' }), message({ body: 'financeiro' })])
      expect(find(decide(inMenu(), answer, over('button')), 'queue')).toMatchObject({ queueId: 'financeiro' })
  })

  it('read a button of an earlier menu as the text that it shows', () => {
    const old = decide(inMenu(), pressed('menu:vendas:2', 'cobrança'), over('button'))
    expect(find(old, 'queue')).toBeUndefined()
    expect(texts(old)).toEqual(['Olá!'])
    const same = decide(inMenu(), pressed('menu:vendas:2', 'financeiro'), over('button'))
    expect(find(same, 'queue')).toMatchObject({ queueId: 'financeiro' })
  })

  it('turn the pages of a long list without counting it as a wrong answer', () => {
    const many = Array.from({ length: 14 }, (_, at) => queue(`fila ${at + 1}`))
    const on = over('list', { queues: many })
    const first = decide(fresh(), message(), on)
    const more = choices(first)[0]!.items.at(-1)!
    expect(more.title).toBe('Mais opções…')
    const second = decide(inMenu(3), pressed(more.id, more.title), on)
    expect(choices(second)[0]!.items.map(({ title }) => title)).toEqual(many.slice(9).map(({ name }) => name))
    expect(find(second, 'menu')).toBeUndefined()
    expect(find(decide(inMenu(3), pressed(choices(second)[0]!.items.at(-1)!.id), on), 'queue')).toMatchObject({
      queueId: 'fila 14',
    })
  })

  it('walk a tree of options with its ways out, after the file of its heading', () => {
    const options = [option('novo'), option('usado', { option: 2 }), option('caminhão', { parentId: 'usado' })]
    const on = over('button', { options, queues: [{ ...sales, media: picture }, queue('financeiro')] })
    const entered = decide(inMenu(), pressed('menu:queues:1'), on)
    expect(entered.filter(({ type }) => type === 'reply')).toMatchObject([
      { step: 0, text: '', media: picture },
      { step: 1, text: 'Bem-vindo a vendas', choices: { items: [{ id: 'menu:vendas:1' }, {}, { title: 'Voltar' }] } },
    ])
    const at = { phase: 'options' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const below = decide(live({ queueId: 'vendas', menu: at }), pressed('menu:vendas:2'), on)
    expect(choices(below)[0]!.items.map(({ id }) => id)).toEqual(['menu:usado:1', 'menu:usado:0', 'menu:usado:#'])
    const back = decide(live({ queueId: 'vendas', menu: at }), pressed('menu:vendas:0', 'Voltar'), on)
    expect(find(back, 'queue')).toEqual({ type: 'queue', queueId: null })
  })
})

describe('the rating as buttons', () => {
  const asked = { ...fresh(), rating: { until: OPEN + 1, repeated: false }, contact: { pictureCheckedAt: OPEN } }

  it('counts the pressed button, and asks again with buttons', () => {
    const rated = decide(asked, pressed('menu:rating:3', 'Muito satisfeito'), over('button'))
    expect(find(rated, 'rate')).toEqual({ type: 'rate', rating: 3 })
    expect(texts(rated)).toEqual([RATING_THANKS])
    const again = decide(asked, message({ body: 'hum' }), over('button'))
    expect(choices(again)[0]!.items.map(({ title }) => title)).toEqual([
      'Insatisfeito',
      'Satisfeito',
      'Muito satisfeito',
    ])
  })
})
