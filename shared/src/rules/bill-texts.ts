/**
 * Texts about bills, in Portuguese like all texts of the bot (decision 0031). Each code is a
 * message of its own, so it can be copied.
 */

/** A bill as it is told; `cents` of reais. */
export type ToldBill = {
  /** `2026-11-30`. */
  dueDate: string
  cents: number
  line: string | null
  pix: string | null
  hasPdf: boolean
  link: string | null
}

export const BILL_TEXTS = {
  /** Where the option says nothing itself. */
  ask: 'Envie o CPF ou o CNPJ do titular, com ou sem pontuação.',
  wrong: 'Este CPF ou CNPJ não confere. Envie de novo, por favor.',
  wait: 'Um momento, estou procurando os boletos.',
  unknown: 'Não encontrei cadastro com este CPF ou CNPJ. Uma pessoa vai continuar o atendimento.',
  nothing: 'Não há boletos em aberto neste CPF ou CNPJ. Uma pessoa vai continuar o atendimento.',
  down: 'O sistema de cobrança não respondeu agora. Uma pessoa vai continuar o atendimento.',
  bare: 'Encontrei um boleto em aberto, mas não consegui a segunda via. Uma pessoa vai continuar o atendimento.',
  end: 'Se precisar de mais alguma coisa, é só escrever.',
} as const

const NBSP = '\u00a0'

/** `R$ 1.234,50` */
const money = (cents: number): string =>
  `R$${NBSP}${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(cents / 100)}`

/** `30/11/2026` */
const day = (date: string): string => date.split('-').reverse().join('/')

/** Whether it can be paid with what is known of it. */
export const isPayable = ({ line, pix, hasPdf, link }: ToldBill): boolean =>
  line !== null || pix !== null || hasPdf || link !== null

/**
 * The messages of one bill, its PDF apart: what it is, then its digitable line, then its Pix code, each alone.
 * @param place which of how many it is, from 1
 * @param today `2026-11-22`, where the company is
 */
export function billTexts(
  { dueDate, cents, line, pix, link }: ToldBill,
  place: [number, number],
  today: string,
): string[] {
  const [number, all] = place
  const codes = [line ? 'a linha digitável' : '', pix ? 'o código Pix' : ''].filter(Boolean)
  return [
    [
      all > 1 ? `*Boleto ${number} de ${all}*` : '*Segunda via do boleto*',
      `Vencimento: ${day(dueDate)}${dueDate < today ? ' (vencido)' : ''}`,
      `Valor: ${money(cents)}`,
      ...(link ? [`Boleto: ${link}`] : []),
      ...(codes.length > 0 ? ['', `Abaixo, ${codes.join(' e ')}, para copiar.`] : []),
    ].join('\n'),
    ...(line ? [line] : []),
    ...(pix ? [pix] : []),
  ]
}

/** What is said behind the bills; `more` are open and were left out. */
export const lastText = (more: number): string =>
  more > 0 ? `Há mais ${more} em aberto, com vencimento depois. ${BILL_TEXTS.end}` : BILL_TEXTS.end
