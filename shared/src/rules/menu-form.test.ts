import { describe, expect, it } from 'vitest'
import { choiceOfMenu, formMenu, type Menu } from './menu-form.ts'

const menu = (names: string[], more: Partial<Menu> = {}): Menu => ({ place: 'queues', heading: 'Olá!', names, ...more })
const names = (count: number) => Array.from({ length: count }, (_, at) => `Fila ${at + 1}`)
const titles = ({ choices }: ReturnType<typeof formMenu>) => choices?.items.map(({ title }) => title)

describe('formMenu', () => {
  it('writes numbered text', () => {
    expect(formMenu('text', menu(['Vendas', 'Suporte'], { exits: ['back'] }))).toEqual({
      text: 'Olá!\n\n*1* - Vendas\n*2* - Suporte\n*0* - Voltar',
    })
  })

  it('makes at most three buttons, the ways out among them, and a list of more', () => {
    expect(formMenu('button', menu(['Vendas', 'Suporte'], { exits: ['back'] }))).toEqual({
      text: 'Olá!',
      choices: {
        style: 'button',
        button: '',
        items: [
          { id: 'menu:queues:1', title: 'Vendas' },
          { id: 'menu:queues:2', title: 'Suporte' },
          { id: 'menu:queues:0', title: 'Voltar' },
        ],
      },
    })
    expect(formMenu('button', menu(names(3), { exits: ['main'] })).choices?.style).toBe('list')
    expect(formMenu('button', menu([])).choices).toBeUndefined()
  })

  it('asks under an empty heading, since Meta wants a text there', () => {
    expect(formMenu('button', menu(['Vendas'], { heading: ' ' })).text).toBe('Escolha uma opção:')
  })

  it('cuts titles by grapheme at the limit and says the whole name of a row below', () => {
    const long = 'Assistência técnica 👨‍👩‍👧‍👦 de eletrodomésticos'
    const { choices } = formMenu('list', menu([long, ...names(3)]))
    const [row] = choices!.items
    expect(row!.title.length).toBeLessThanOrEqual(24)
    expect(row!.title).toBe('Assistência técnica …')
    expect(row!.description).toBe(long)
    expect(formMenu('button', menu([long])).choices!.items[0]!.title.length).toBeLessThanOrEqual(20)
  })

  it('makes a list when two buttons would read the same', () => {
    const same = ['Atendimento da loja do centro', 'Atendimento da loja do norte']
    expect(formMenu('button', menu(same)).choices?.style).toBe('list')
  })

  it('writes text under a heading that is too long for choices', () => {
    expect(formMenu('button', menu(['a'], { heading: 'x'.repeat(1025) })).choices?.style).toBe('list')
    expect(formMenu('list', menu(['a'], { heading: 'x'.repeat(4097) })).choices).toBeUndefined()
  })

  it('shows ten rows, and more of them page by page, each choice once and the ways out on each', () => {
    expect(titles(formMenu('list', menu(names(10))))).toEqual(names(10))
    const all = menu(names(25), { exits: ['back', 'main'] })
    const pages = [1, 2, 3, 4].map(page => titles(formMenu('list', all, page))!)
    for (const page of pages) {
      expect(page.length).toBeLessThanOrEqual(10)
      expect(page.slice(-2)).toEqual(['Voltar', 'Menu principal'])
    }
    expect(pages.flat().filter(title => title.startsWith('Fila'))).toEqual(names(25))
    expect(pages.map(page => page.includes('Mais opções…'))).toEqual([true, true, true, false])
  })
})

describe('choiceOfMenu', () => {
  it('reads choices of the menu at this place alone', () => {
    const read = (id: string | undefined) => choiceOfMenu(id, 'q1')
    expect(['menu:q1:2', 'menu:q1:0', 'menu:q1:#', 'menu:q1:more2'].map(read)).toEqual([2, 0, '#', { page: 2 }])
    for (const id of [undefined, '', '2', 'menu:q2:2', 'menu:q1:', 'menu:q1:x', 'menu:q1:9999', 'menu:q1:more'])
      expect([id, read(id)]).toEqual([id, undefined])
  })
})
