/**
 * Option of kind `bill` (decision 0031): asks for a CPF or CNPJ, and again on a wrong one. The bill
 * is looked up after the pipeline.
 */
import { BILL_TEXTS } from '../bill-texts.ts'
import { documentIn } from '../document-in.ts'
import { type FormedMenu, formMenu } from '../menu-form.ts'
import type { MenuState } from '../queue-menu.ts'
import { repeatMenu } from './answer-menu.ts'
import { botReplies } from './bot-replies.ts'
import { menuFormOf } from './menu-form-of.ts'
import { enterMenu, type MenuPosition, namedExits, placeOf } from './option-menu.ts'
import type { PipelineInput, PipelineOption, StepResult } from './pipeline.ts'

type BillPosition = MenuPosition & { option: PipelineOption }

/** Asks for a document when the contact comes to the option. */
export const askForDocument = (input: PipelineInput, position: BillPosition): StepResult => {
  const { message, media } = position.option
  return enterMenu(input, position, { ...withWays(input, position, message.trim() || BILL_TEXTS.ask), media })
}

/** Reads the contact's answer; the ways out are handled before. */
export function takeDocument(input: PipelineInput, position: BillPosition, menu: MenuState): StepResult {
  const { kind, body } = input.message
  const document = kind === 'text' ? documentIn(body) : undefined
  if (document === undefined) return repeatMenu(input, menu, withWays(input, position, BILL_TEXTS.wrong))
  return {
    actions: [
      ...botReplies({ text: BILL_TEXTS.wait, media: null }),
      { type: 'askBot', bot: { kind: 'bill', id: position.option.id }, begins: true },
    ],
    ends: true,
  }
}

const withWays = (input: PipelineInput, position: MenuPosition, heading: string): FormedMenu =>
  formMenu(menuFormOf(input.configuration), {
    place: placeOf(position),
    heading,
    names: [],
    exits: namedExits(input, position),
  })
