import { azure } from './azure.ts'
import { dialogflow } from './dialogflow.ts'
import { embeddings } from './embeddings.ts'
import { openai } from './openai.ts'
import type { SimulatedBot } from './simulated-bot.ts'
import { typebot } from './typebot.ts'
import { webhook } from './webhook.ts'

/** All simulated bots, in the order of the screen. A new one is a line here. */
export const BOTS: readonly SimulatedBot[] = [webhook, typebot, dialogflow, openai, embeddings, azure]
