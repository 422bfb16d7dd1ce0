/**
 * Option of kind `bill` (decision 0031): asks for a CPF or CNPJ, and again on a wrong one. The bill
 * is looked up after the pipeline.
 */
import { BILL_TEXTS } from '../bill-texts.ts'
import { documentIn } from '../document-in.ts'
import type { MenuState } from '../queue-menu.ts'
import { menuText } from '../queue-menu.ts'
import { repeatMenu } from './answer-menu.ts'
import { comeTo, type Place, waysOut } from './option-menu.ts'
import { say } from './say.ts'
import type { Outcome, PipelineOption, Turn } from './turn.ts'

type BillPlace = Place & { option: PipelineOption }

/** Asks for a document when the contact comes to the option. */
export const askForDocument = (turn: Turn, place: BillPlace): Outcome => {
  const { message, media } = place.option
  return comeTo(turn, place, { text: withWays(turn, place, message.trim() || BILL_TEXTS.ask), media })
}

/** Reads the contact's answer; the ways out are handled before. */
export function takeDocument(turn: Turn, place: BillPlace, menu: MenuState): Outcome {
  const { kind, body } = turn.message
  const document = kind === 'text' ? documentIn(body) : undefined
  if (document === undefined) return repeatMenu(turn, menu, withWays(turn, place, BILL_TEXTS.wrong))
  return {
    actions: [
      ...say({ text: BILL_TEXTS.wait, media: null }),
      { type: 'ask', machine: { kind: 'bill', id: place.option.id }, begins: true },
    ],
    ends: true,
  }
}

const withWays = (turn: Turn, place: Place, text: string): string => menuText(text, [], waysOut(turn, place))
