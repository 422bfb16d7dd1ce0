import { haveTerms, searchedTerms, searchWords } from '@balcao/shared/rules/search-words.ts'
import { type Guide, parseGuide, piecesOf, textsOf } from './parse-guide.ts'

/** Order in which the guides are listed: as a company begins. */
const ORDER = [
  'conectar-um-numero',
  'filas-e-horarios',
  'distribuir-atendimentos',
  'usuarios-e-direitos',
  'trazer-dados',
  'atender-e-transferir',
  'contatos',
  'observacoes-e-respostas-rapidas',
  'visoes',
  'macros',
  'atalhos-do-teclado',
  'avisos-e-sons',
  'chat-interno-e-tarefas',
  'agendamentos',
  'campanhas',
  'produtos-e-clientes',
  'pedidos-e-pix',
  'entregas',
  'contratos',
  'agentes-de-ia',
  'regras',
  'robos-e-integracoes',
  'api-publica',
  'api-oficial-e-modelos',
  'relatorios',
  'assinatura-e-faturas',
  'operar-a-plataforma',
] as const

const sources = import.meta.glob<string>('../../../../../docs/user/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const plain = (text: string): string =>
  piecesOf(text)
    .map(piece => piece.text)
    .join('')

/** A guide as the list shows it; `words` are those of its whole text. */
export type ListedGuide = Guide & { name: string; about: string; words: readonly string[] }

const listed = ([path, source]: [string, string]): ListedGuide => {
  const guide = parseGuide(source)
  const texts = guide.blocks.flatMap(textsOf).map(plain)
  const about = guide.blocks.find(({ kind }) => kind === 'text')
  return {
    ...guide,
    name: path.replace(/^.*\/|\.md$/g, ''),
    about: about ? plain(textsOf(about)[0] ?? '') : '',
    words: searchWords([guide.title, ...texts].join(' ')),
  }
}

const placeOf = ({ name }: ListedGuide): number => (ORDER as readonly string[]).indexOf(name)

/** All guides, in the order of `ORDER`. */
export const guides: readonly ListedGuide[] = Object.entries(sources)
  .map(listed)
  .sort((a, b) => placeOf(a) - placeOf(b))

/**
 * Returns the guides whose text has a word beginning with each searched one, whatever accents and
 * case; those whose title has them come first.
 */
export function findGuides(text: string): readonly ListedGuide[] {
  const terms = searchedTerms(text)
  const found = guides.filter(({ words }) => haveTerms(words, terms))
  const isTitled = ({ title }: ListedGuide) => haveTerms(searchWords(title), terms)
  return [...found.filter(isTitled), ...found.filter(guide => !isTitled(guide))]
}
