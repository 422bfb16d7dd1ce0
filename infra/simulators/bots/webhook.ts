import type { SimulatedBot } from './simulated-bot.ts'

/**
 * A company's own webhook or n8n's, which answers as in decision 0031. A text becomes `{ "reply": …
 * }`; without a reply the answer requests nothing.
 */
export const webhook: SimulatedBot = {
  name: 'webhook',
  title: 'Webhook e n8n',
  answer: (_call, reply) => ({ status: 200, body: typeof reply === 'string' ? { reply } : (reply ?? {}) }),
}
