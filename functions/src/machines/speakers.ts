import type { Machine } from '@balcao/shared/rules/inbound/turn.ts'
import { speakAsBill } from './bill/speak-as-bill.ts'
import { speakAsIntegration } from './integration/speak-as-integration.ts'
import type { Speak } from './machine.ts'
import { speakAsPrompt } from './prompt/speak-as-prompt.ts'

/** Implementation of each kind of bot; undefined where there is none. */
export const SPEAKERS: Readonly<Partial<Record<Machine['kind'], Speak>>> = {
  prompt: speakAsPrompt(),
  integration: speakAsIntegration,
  bill: speakAsBill(),
}
