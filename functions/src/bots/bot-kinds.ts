import type { Bot } from '@balcao/shared/rules/inbound/pipeline.ts'
import { replyWithBill } from './bill/reply-with-bill.ts'
import type { ReplyWith } from './bot.ts'
import { replyWithIntegration } from './integration/reply-with-integration.ts'
import { replyWithPrompt } from './prompt/reply-with-prompt.ts'

/** Implementation of each kind of bot; undefined where there is none. */
export const BOT_KINDS: Readonly<Partial<Record<Bot['kind'], ReplyWith>>> = {
  prompt: replyWithPrompt(),
  integration: replyWithIntegration,
  bill: replyWithBill(),
}
