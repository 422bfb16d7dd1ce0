import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts'
import { TICKET_STATUS_NAMES } from '@balcao/shared/rules/ticket-status-names.ts'
import { validationTexts } from '@balcao/shared/validation/problem-text.ts'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(`${folder}/pt`).filter(name => name.endsWith('.json'))

function textsOf(language: string, file: string) {
  const texts = new Map<string, string>()
  const walk = (node: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') texts.set(path + key, value)
      else walk(value as Record<string, unknown>, `${path}${key}.`)
    }
  }
  walk(JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8')), '')
  return texts
}

const variablesOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(match => match[1]).sort()

describe.each(['en', 'es'])('the texts in %s', language => {
  it('are in the same files as the Portuguese ones', () => {
    expect(readdirSync(`${folder}/${language}`).filter(name => name.endsWith('.json'))).toEqual(files)
  })

  it.each(files)('%s has the same keys, no more and no less', file => {
    expect([...textsOf(language, file).keys()].sort()).toEqual([...textsOf('pt', file).keys()].sort())
  })

  it.each(files)('%s fills the same variables and leaves nothing empty', file => {
    const source = textsOf('pt', file)
    for (const [key, text] of textsOf(language, file)) {
      expect.soft(text.trim(), `${file} ${key}`).not.toBe('')
      expect.soft(variablesOf(text), `${file} ${key}`).toEqual(variablesOf(source.get(key) ?? ''))
    }
  })
})

describe('the texts of validation', () => {
  // `Obrigatório` may head a column.
  const specified = new Set(Object.values(validationTexts('pt')).filter(text => text.includes(' ')))

  it.each(files)('%s holds no second copy of them', file => {
    expect([...textsOf('pt', file)].filter(([, text]) => specified.has(text))).toEqual([])
  })
})

/** Texts whose number is a limit of the product, and more than one. */
const LIMITS = [
  'config.variables.tooMany',
  'usersHint',
  'cart.most',
  'filesHint',
  'tooMany',
  'field.contactHint',
  'queues.menu.levelsFull',
  'queues.menu.levelFull',
  'queues.menu.levelCount',
  'queues.menu.allCount',
  'new.contactHint',
  'range',
  'composer.tooManyFiles',
  'select.limit',
  'forward.limit',
]

describe('the texts of a count', () => {
  it.each(files)('%s has both forms of every count', file => {
    const keys = new Set(textsOf('pt', file).keys())
    for (const key of keys) {
      if (key.endsWith('_one')) expect.soft(keys.has(key.replace(/_one$/, '_other')), key).toBe(true)
      if (key.endsWith('_other')) expect.soft(keys.has(key.replace(/_other$/, '_one')), key).toBe(true)
    }
  })

  it.each(files)('%s has a singular wherever a number stands before a plural', file => {
    const plural = /\{\{\w+\}\}( de \{\{\w+\}\})? (?!nas |às |dos |das )\p{L}+s(?!\p{L})/u
    const wrong = [...textsOf('pt', file)].filter(
      ([key, text]) => plural.test(text) && !/_(one|other|zero)$/.test(key) && !LIMITS.includes(key),
    )
    expect(wrong).toEqual([])
  })
})

const found = (language: string, file: string, wrong: RegExp) =>
  [...textsOf(language, file)].filter(([, text]) => wrong.test(text))

describe('the words', () => {
  it.each(files)('%s says usted in Spanish', file => {
    const tu =
      /(?<![\p{L}.])(tú|tus?|ti|te|contigo|puedes|tienes|quieres|eres|debes|necesitas|elijas|guardes|uses)(?!\p{L})|^(pega|elige|completa|selecciona) (?!con)/iu
    expect(found('es', file, tu)).toEqual([])
  })

  it.each(files)('%s is spelled in one English', file => {
    expect(
      found('en', file, /\bcancel(ed|ing)\b|\bcolors?\b(?!\}\})|\bneighborhood|\bcatalog\b|\blicense\b|\d\}* %/i),
    ).toEqual([])
  })
})

/** Phrases that name a ticket's status by another word, except opening or closing a window. */
const OTHER_STATUS_PHRASES = {
  pt: [
    /\b(atendimentos?|conversas?)\b[^.,;:“”]{0,30}\b(abert|fechad|pendente|encerrad|finalizad|em andamento)/i,
    /\b(fecha|fechou|fechar|encerra|encerrou|encerrar|finaliza|finalizou|finalizar) (o|um|este) atendimento/i,
    /situação/i,
  ],
  en: [
    /\b(open|closed|pending|finished|ongoing) tickets?\b/i,
    /\btickets? (\w+ )?(is|are|was|were) (open|closed|pending|finished)\b/i,
    /\bclos(e|es|ed|ing) (the|a|this) ticket\b/i,
  ],
  es: [
    /(atención|atenciones|conversación|conversaciones) [^.,;:“”]{0,30}(abiert|cerrad|pendiente|finalizad|en curso)/i,
    /(cierra|cerró|cerrar|finaliza|finalizar) (la|una|esta) atención|atención se (cierra|cerró)/i,
  ],
}

/** Words that must not name a status in the files of tickets, where they cannot mean a window. */
const OTHER_STATUS_WORDS = {
  pt: [/\babertos?\b|\bfechados?\b|\bpendentes?\b|^atendendo$|\bencerra|\bfinalizad/i],
  en: [/\b(pending|closed|finished)\b|^open$/i],
  es: [/\b(abiert[oa]s?|cerrad[oa]s?|pendientes?|finalizad[oa]s?|cierre)\b/i],
}

describe.each(['pt', 'en', 'es'] as const)('the statuses of a ticket in %s', language => {
  const names = TICKET_STATUS_NAMES[language]
  const plural = (name: string) => (language === 'en' ? name : `${name}s`)

  it.each(files)('%s has no other name for them', file => {
    expect(OTHER_STATUS_PHRASES[language].flatMap(wrong => found(language, file, wrong))).toEqual([])
  })

  it('stand alone in the files of tickets', () => {
    const ofTickets = ['reports.json', 'tags.json', 'ticketDetails.json', 'ticketreport.json', 'tickets.json']
    const wrong = ofTickets.flatMap(file => OTHER_STATUS_WORDS[language].flatMap(word => found(language, file, word)))
    expect(wrong).toEqual([])
  })

  it('are not named otherwise by an error', () => {
    const texts = (Object.keys(ERRORS) as ErrorCode[]).map(code => [code, ERRORS[code][language]] as const)
    const wrong = texts.filter(([, text]) => OTHER_STATUS_PHRASES[language].some(phrase => phrase.test(text)))
    expect(wrong).toEqual([])
  })

  it('are the same in tabs, badges, the search, the report and the dashboard', () => {
    const tickets = textsOf(language, 'tickets.json')
    const search = textsOf(language, 'commandBar.json')
    const report = textsOf(language, 'ticketreport.json')
    const dashboard = textsOf(language, 'reports.json')
    for (const [status, name] of Object.entries(names)) {
      const shown = [tickets.get(`status.${status}`), search.get(`status.${status}`), report.get(`status.${status}`)]
      expect(shown).toEqual([name, name, name])
    }
    expect([tickets.get('sub.pending'), tickets.get('sub.assigned')]).toEqual([names.pending, names.open])
    expect([dashboard.get('counter.supportPending'), dashboard.get('counter.supportHappening')]).toEqual([
      names.pending,
      names.open,
    ])
    const closed = [tickets.get('tab.closed'), dashboard.get('counter.supportFinished'), dashboard.get('chart.closed')]
    expect(closed).toEqual(Array(3).fill(plural(names.closed)))
  })

  it('stand in a column of one name', () => {
    const columns = [
      ['ticketreport.json', 'column.status'],
      ['campaigns.json', 'column.status'],
      ['campaignReport.json', 'column.state'],
      ['channels.json', 'column.status'],
      ['team.json', 'users.status'],
      ['schedules.json', 'field.status'],
      ['budgets.json', 'column.status'],
    ] as const
    const name = language === 'es' ? 'Estado' : 'Status'
    for (const [file, key] of columns) expect.soft(textsOf(language, file).get(key), file).toBe(name)
  })
})
