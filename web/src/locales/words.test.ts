import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts'
import { validationTexts } from '@balcao/shared/validation/problem-text.ts'
import { describe, expect, it } from 'vitest'

const LANGUAGES = ['pt', 'en', 'es'] as const
const folder = fileURLToPath(new URL('.', import.meta.url))

/** Texts whose wording the product was specified with. */
const SPECIFIED = new Set([
  'A saudação não é obrigatória quando houver integração.',
  'Assinatura realizada com sucesso!, aguardando a realização do pagamento',
  'Contato removido com sucesso!',
  'Detalhe da zona adicionado com sucesso!',
  'Detalhe do pagamento adicionado com sucesso!',
  'Email enviado com sucesso!',
  'Email não encontrado',
  'Horários atualizados com sucesso.',
  'Invalid email',
  'Mensagem enviada com sucesso',
  'O arquivo é muito grande. Tamanho máximo permitido: 10MB',
  'Observação adicionada com sucesso!',
  'Observação excluída com sucesso!',
  'Operação atualizada com sucesso.',
  'Operação realizada com sucesso!',
  'Parcela atualizado com sucesso!',
  'Pedido finalizado com sucesso!',
  'Por favor, selecione pelo menos um usuário.',
  'Queue saved successfully',
  'Senha redefinida com sucesso',
  'Too Long!',
  'Too Short!',
  'Zona atualizado com sucesso!',
])

/** Every text of a language with its key: of the screens, of errors and of validation. */
function textsOf(language: (typeof LANGUAGES)[number]): [string, string][] {
  const texts: [string, string][] = []
  const walk = (node: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') texts.push([path + key, value])
      else walk(value as Record<string, unknown>, `${path}${key}.`)
    }
  }
  for (const name of readdirSync(`${folder}/${language}`)) {
    // Words that people type to find a screen are no sentences of ours.
    if (!name.endsWith('.json') || name === 'commandBar.json') continue
    walk(JSON.parse(readFileSync(`${folder}/${language}/${name}`, 'utf8')), name.replace('.json', ':'))
  }
  for (const code of Object.keys(ERRORS) as ErrorCode[]) texts.push([code, ERRORS[code][language]])
  texts.push(...Object.entries(validationTexts(language)))
  return texts.filter(([, text]) => !SPECIFIED.has(text))
}

const all = { pt: textsOf('pt'), en: textsOf('en'), es: textsOf('es') }
const found = (language: (typeof LANGUAGES)[number], wrong: RegExp) =>
  all[language].filter(([, text]) => wrong.test(text))

/** Keys that end as a toast's do: counts, badges, parts of sentences, and what Meta gets to see. */
const NO_TOASTS = /^(templates|jobs|checkout|tickets):|^rules:own\.|:(count|phone)\./

describe('the words of one act', () => {
  const VERBS = { pt: 'Adicionar', en: 'Add', es: 'Agregar' }
  /**
   * Buttons of things that are begun rather than added, and of the customer, who is called so
   * everywhere.
   */
  const BEGUN = new Set(['chats:add', 'customers:add'])

  it.each(LANGUAGES)('add to a list by one verb in %s', language => {
    const others = all[language].filter(
      ([key, text]) => /[.:]add$/.test(key) && !BEGUN.has(key) && !text.startsWith(VERBS[language]),
    )
    expect(others.map(([key]) => key)).toEqual(['checkout:coupon.add'])
  })

  it.each(LANGUAGES)('add by that verb also where a list is not in sight, in %s', language => {
    const texts = new Map(all[language])
    const others = [...texts].filter(
      ([key, text]) =>
        /[.:]new$/.test(key) && texts.has(key.replace(/new$/, 'add')) && !text.startsWith(VERBS[language]),
    )
    // The field of a task's words.
    expect(others.map(([key]) => key)).toEqual(['todo:new'])
  })

  it('search by one verb', () => {
    expect(found('pt', /procur|pesquis/i)).toEqual([])
    expect(found('en', /^(look (for|through)|keep looking|find an? )/i)).toEqual([])
  })

  it.each([
    ['pt', /adicionad[oa]|criada/, /salv[oa]s?$/, /excluíd[oa]/],
    ['en', /added|created/, /saved/, /deleted/],
    ['es', /agregad[oa]|creada/, /guardad[oa]s?$/, /eliminad[oa]/],
  ] as const)('are those of the toast in %s', (language, added, saved, deleted) => {
    const form = { added, saved, deleted }
    const wrong = all[language].filter(([key, text]) => {
      const end = /[.:](added|saved|deleted)$/.exec(key)?.[1]
      return end && !NO_TOASTS.test(key) && !form[end as keyof typeof form].test(text)
    })
    expect(wrong).toEqual([])
  })

  it('praise no success', () => {
    expect(found('pt', /com sucesso/)).toEqual([])
    expect(found('en', /successfully/)).toEqual([])
    expect(found('es', /con éxito/)).toEqual([])
  })
})

describe('the limits', () => {
  it.each([
    ['pt', /\bcab(e|em) \d|\bcab(e|em) \{\{|(tem|são) no máximo|pelo menos|o limite é \{\{|\d(KB|MB|GB)\b|\d ou mais/i],
    ['en', /\b(at most|at least)[.!]?$|the limit is \{\{|no more than|\d(KB|MB|GB)\b|\d or more|has room for/i],
    [
      'es',
      /como máximo[.!]?$|\bcaben (\d|\{\{)|por lo menos|el límite es \{\{|\d(KB|MB|GB)\b|\d o más|(?<!u)no más de/i,
    ],
  ] as const)('have one spelling in %s', (language, others) => {
    expect(found(language, others)).toEqual([])
  })

  it('have a space before the per cent sign in Spanish alone', () => {
    expect(found('pt', /(\d|\}\})\s%/)).toEqual([])
    expect(found('en', /(\d|\}\})\s%/)).toEqual([])
    expect(found('es', /(\d|\}\})%/)).toEqual([])
  })
})

describe('the languages', () => {
  it('is British English', () => {
    expect(
      found(
        'en',
        /\b(organiz|customiz|initializ|authorize|recogniz|synchroniz)|\bcancel(ed|ing)\b|\blicense|\bcolors?\b(?!\}\})|\bcatalog\b/i,
      ),
    ).toEqual([])
  })

  it('write e-mail with its hyphen in Portuguese and English', () => {
    for (const language of ['pt', 'en'] as const) {
      // The sheet's column has the name that a sheet is read by.
      const own = all[language].filter(([key]) => key !== 'sheets:model.email')
      const texts = own.map(([key, text]) => [key, text.replaceAll(/\{\{.*?\}\}/g, '')])
      expect(texts.filter(([, text]) => /\bemails?\b/i.test(text!))).toEqual([])
    }
  })

  it('is usted in Spanish, and a video without accent', () => {
    expect(found('es', /\btuy[oa]s?\b|(?<!\p{L})(có|pé)(pia|ga)l[oa]s?(?!\p{L})|^(Registra|Completa|Copia) /u)).toEqual(
      [],
    )
    expect(found('es', /vídeo|[«»]|\bítem/i)).toEqual([])
  })

  it('shout in none', () => {
    expect([...found('en', /!/), ...found('es', /[!¡]/)]).toEqual([])
  })
})
