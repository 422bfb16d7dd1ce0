import type { Bot } from './bot.ts'

/** A company's own webhook, or n8n's: what it says follows from 4-decisions §18. A text is `{ "reply": … }`; with none left it has nothing to say. */
export const webhook: Bot = {
  name: 'webhook',
  title: 'Webhook e n8n',
  answer: (_call, reply) => ({ status: 200, body: typeof reply === 'string' ? { reply } : (reply ?? {}) }),
}
