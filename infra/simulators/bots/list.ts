import { azure } from './azure.ts'
import { dialogflow } from './dialogflow.ts'
import { openai } from './openai.ts'
import type { SimulatedBot } from './simulated-bot.ts'
import { typebot } from './typebot.ts'
import { webhook } from './webhook.ts'

/** Every machine that answers and has a double, in the order of the page. One more is a line here. */
export const BOTS: readonly SimulatedBot[] = [webhook, typebot, dialogflow, openai, azure]
