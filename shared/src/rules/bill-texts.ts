/**
 * Texts about bills, in Portuguese like all texts of the bot (decision 0031). Each code is a
 * message of its own, so it can be copied.
 */
import { dayText } from './days.ts'

/** Bill as the contact sees it; `cents` are cents of reais. */
export type BillTextInput = {
  /** Due date: `2026-11-30`. */
  dueDate: string
  cents: number
  line: string | null
  pix: string | null
  hasPdf: boolean
  link: string | null
}

export const BILL_TEXTS = {
  /** Texts for an option without texts of its own. */
  ask: 'Envie o CPF ou o CNPJ do titular, com ou sem pontuação.',
  wrong: 'Este CPF ou CNPJ não confere. Envie de novo, por favor.',
  wait: 'Um momento, estou buscando os boletos.',
  unknown: 'Não encontrei cadastro com este CPF ou CNPJ. Uma pessoa vai continuar o atendimento.',
  nothing: 'Não há boletos em aberto neste CPF ou CNPJ. Uma pessoa vai continuar o atendimento.',
  down: 'O sistema de cobrança não respondeu agora. Uma pessoa vai continuar o atendimento.',
  bare: 'Encontrei um boleto em aberto, mas não consegui a segunda via. Uma pessoa vai continuar o atendimento.',
  end: 'Se precisar de mais alguma coisa, é só escrever.',
} as const

const NBSP = '\u00a0'

/** Formats cents as `R$ 1.234,50`. */
const money = (cents: number): string =>
  `R$${NBSP}${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(cents / 100)}`

/** Returns whether the bill can be paid with the known data. */
export const isPayable = ({ line, pix, hasPdf, link }: BillTextInput): boolean =>
  line !== null || pix !== null || hasPdf || link !== null

/**
 * Returns the messages of one bill, apart from its PDF: its description, then its digitable line,
 * then its Pix code, each alone.
 * @param place which of how many it is, from 1
 * @param today `2026-11-22`, in the company's time zone
 */
export function billTexts(
  { dueDate, cents, line, pix, link }: BillTextInput,
  place: [number, number],
  today: string,
): string[] {
  const [number, all] = place
  const codes = [line ? 'a linha digitável' : '', pix ? 'o código Pix' : ''].filter(Boolean)
  return [
    [
      all > 1 ? `*Boleto ${number} de ${all}*` : '*Segunda via do boleto*',
      `Vencimento: ${dayText(dueDate)}${dueDate < today ? ' (vencido)' : ''}`,
      `Valor: ${money(cents)}`,
      ...(link ? [`Boleto: ${link}`] : []),
      ...(codes.length > 0 ? ['', `Abaixo, ${codes.join(' e ')}, para copiar.`] : []),
    ].join('\n'),
    ...(line ? [line] : []),
    ...(pix ? [pix] : []),
  ]
}

/** Returns the text that follows the bills; `more` open bills were left out. */
export const lastText = (more: number): string =>
  more > 0 ? `Há mais ${more} em aberto, com vencimento depois. ${BILL_TEXTS.end}` : BILL_TEXTS.end
