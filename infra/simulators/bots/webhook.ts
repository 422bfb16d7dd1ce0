import type { SimulatedBot } from './simulated-bot.ts'

/**
 * A company's own webhook, or n8n's, answering as decision 0031 says. A text is `{ "reply": … }`;
 * with none left the answer asks for nothing.
 */
export const webhook: SimulatedBot = {
  name: 'webhook',
  title: 'Webhook e n8n',
  answer: (_call, reply) => ({ status: 200, body: typeof reply === 'string' ? { reply } : (reply ?? {}) }),
}
