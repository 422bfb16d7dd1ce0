/**
 * Finds where a text says that something costs nothing, costs a part of its price, or comes two for
 * one (decision 0082). Texts are without accents, in lower case, with
 * their numbers in digits. Pure.
 */

const wordsOf = (words: string): string => words.trim().split(/\s+/).join('|')

/** Words before "free" with which it is no price: gluten free, feel free, we are free. */
const OTHER_FREE = [
  'feel',
  "(?:i|we|you|they)(?: am| are|'m|'re)",
  wordsOf('gluten sugar lactose dairy fat bpa alcohol caffeine cruelty acid oil wheat nut tax duty smoke hands'),
  wordsOf('pain stress worry hassle toll lead paraben sulfate'),
].join('|')
/** Words after "free" with which it is no price: free to ask, free at nine. */
const FREE_FOR = wordsOf('to time hands? size range at until after before tomorrow')

/** Words that say "for nothing", in Portuguese, English and Spanish. */
const FREE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:` +
    [
      'gratis|gratuit[oa]s?|gratuitamente|(?<!chei[oa] )de graca',
      'sem (?:nenhum |qualquer )?(?:custos?|cobranca)|isent[oa]s? de (?:frete|taxas?|custos?|pagamento)',
      '(?:custo|costo|taxa) (?:zero|0)|(?:zero|0) (?:custo|costo|taxa|cost)',
      'por (?:nossa conta|conta da casa|cuenta de la casa)|cortesia d(?:a|e la) casa|de (?:brinde|cortesia|regalo)',
      '(?:nao|no) (?:paga|pagara|vai pagar|pagas|pagaras|custa|cuesta|cobramos) nada',
      'sin (?:ningun )?(?:costos?|cargos?)',
      'complimentary|on the house|(?:no|without|without any) (?:extra |additional )?(?:charge|cost)',
      String.raw`(?<![-–])(?<!(?:${OTHER_FREE}) )free(?! (?:${FREE_FOR})(?!\p{L}))(?!-)`,
    ].join('|') +
    String.raw`)(?![\p{L}\d])`,
  'gu',
)

/** Words between "no" and such words: "o frete não é grátis", "we do not offer free delivery". */
const BETWEEN = [
  wordsOf('e eh esta estao sao sai fica vem tem temos ha oferecemos faco fazemos vendo vendemos entrego entregamos'),
  wordsOf('envio enviamos damos dou posso podemos dar fazer oferecer entregar enviar es son sale hay ofrecemos'),
  wordsOf('hacemos tenemos puedo is are for be have offer give get do o a os as um uma the any anything el la un una'),
  wordsOf('nada de mais more frete entrega produto producto product items? shipping delivery freight totalmente'),
].join('|')
const NOT = 'nao|nunca|nem|ni|no|not|never|neither|cannot|(?:is|are|do|does|ca)n.?t'
/** End of a text after which such words are denied. */
const DENIED = new RegExp(String.raw`(?<!\p{L})(?:${NOT})(?:\s+(?:${BETWEEN}))*\s+$`, 'u')
/**
 * Lengths of the text that is looked at for a denial, and on each side for
 * what is free, in UTF-16 units.
 */
const DENIAL_LENGTH = 60
const SIDE_LENGTH = 150

const FREIGHT = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsOf('fretes? freight entregas? entregamos envios? enviamos enviado shipping ship deliver delivery')})(?!\p{L})`,
  'u',
)
/** A freight of nothing, and a total of nothing, as a tool answers them. */
const NO_FREIGHT = /(?:freight|frete)"?\s*[:=]?\s*"?r\$\s*0(?:,00)?(?![\d,])/u
const NO_TOTAL = /"total"\s*:\s*"r\$\s*0,00"/u

const OF_PRICE = '(?:do|del?|of|of the|the|de seu|do seu) ?(?:preco|valor|custo|precio|coste|price|cost|value)'
/** Parts of a price; half of it is the same as a discount of 50 %, in hundredths. */
const PARTS: [RegExp, string][] = [
  [
    new RegExp(
      String.raw`(?<!\p{L})(?:(?:metade|mitad|half) ${OF_PRICE}|pela metade|a mitad|half[ -](?:price|off)|mei?o preco|medio precio)(?!\p{L})`,
      'u',
    ),
    '5000%',
  ],
  [new RegExp(String.raw`(?<!\p{L})(?:terco|tercio|tercera parte|third) ${OF_PRICE}`, 'u'), 'third'],
  [new RegExp(String.raw`(?<!\p{L})(?:quarto|cuarto|cuarta parte|quarter) ${OF_PRICE}`, 'u'), 'quarter'],
]

const TWO_FOR_ONE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:` +
    [
      String.raw`lev[ea]r? \d+(?: e)?,? pagu?(?:e|a|ar|ando) (?:so |apenas )?\d+`,
      String.raw`llev[ea]s? \d+(?: y)?,? pag(?:ue|a|as) (?:solo )?\d+`,
      String.raw`buy \d+,? get \d+|compr[ea]s? \d+(?: e| y)?,? (?:leve|leva|ganhe|lleva|llevate) \d+`,
      String.raw`\d+ (?:for|por) 1(?=\s*(?:[.!?,;:)]|$|today|hoje|hoy))`,
      String.raw`2x1(?!\s*[cm]?m(?!\p{L}))`,
    ].join('|') +
    String.raw`)(?![\p{L}\d])`,
  'u',
)

/** Returns the sentence that a position stands in, or what is near in a long one. */
function sentenceAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - SIDE_LENGTH), at)
  const after = text.slice(at, at + SIDE_LENGTH)
  return `${/[^.!?\n;]*$/.exec(before)![0]}${/^[^.!?\n;]*/.exec(after)![0]}`
}

/** Returns each claim that a text makes, in a form that can be compared. */
export function claimsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const { index } of text.matchAll(FREE)) {
    if (DENIED.test(text.slice(Math.max(0, index - DENIAL_LENGTH), index))) continue
    found.add(FREIGHT.test(sentenceAt(text, index)) ? 'free freight' : 'free')
  }
  for (const [pattern, part] of PARTS) if (pattern.test(text)) found.add(part)
  if (TWO_FOR_ONE.test(text)) found.add('two for one')
  return found
}

/** Returns the claims of a text that is known, such as the answer of a tool. */
export function knownClaimsIn(text: string): Set<string> {
  const found = claimsIn(text)
  if (NO_FREIGHT.test(text)) found.add('free freight')
  if (NO_TOTAL.test(text)) found.add('free')
  return found
}
