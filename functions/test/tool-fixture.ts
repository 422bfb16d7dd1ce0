/** A conversation with an AI agent of a shop, and the tools it may call, for tests of tools. */
import { runTool } from '@balcao/functions/bots/tools/run-tool.ts'
import { salesFacts } from '@balcao/functions/bots/tools/sales-facts.ts'
import type { Tool, ToolContext, ToolResult, ToolState } from '@balcao/functions/bots/tools/tool.ts'
import type { PromptRow } from '@balcao/functions/data/automation/prompt.ts'
import { type ContactRow, getContact } from '@balcao/functions/data/contacts/contact-row.ts'
import { type DraftContent, readDraft } from '@balcao/functions/data/tickets/draft-row.ts'
import { listMessages } from '@balcao/functions/data/tickets/message.ts'
import { configurationOf } from '@balcao/functions/messaging/configuration.ts'
import { expect } from 'vitest'
import { type AgentFixture, makeAgent } from './agent-fixture.ts'
import { makeStore, openShop, type Shop } from './shop.ts'

export type ToolFixture = {
  agent: AgentFixture
  shop: Shop
  companyId: string
  contact: () => Promise<ContactRow>
  /** Has the contact write, which begins the next reply. */
  says: (body: string) => Promise<void>
  /**
   * Calls a tool under a new key, or under a given one; the state it answers is that of the next.
   */
  use: (tool: Tool, given: object, changes?: Partial<ToolContext>) => Promise<ToolResult>
  /** Returns what an agent with these tools is told of the sale. */
  facts: (tools: readonly Tool[]) => Promise<string[]>
  state: () => ToolState
  /** The ticket's cart: products and amounts. */
  cart: () => Promise<Record<string, number>>
  draft: () => ReturnType<typeof readDraft>
}

let calls = 0

export async function toolFixture(changes: Partial<PromptRow> = {}, company?: AgentFixture): Promise<ToolFixture> {
  const agent = company ?? (await makeAgent())
  const { companyId } = agent
  // The store is one that can be paid by Pix.
  const store = await makeStore(companyId, { keyPix: 'loja@example.com' })
  const shop = { ...(await openShop(agent.company)), store }
  const prompt = { ...agent.prompt, mayFinishOrders: true, ...changes }
  const ticket = await agent.write({ body: 'Olá' })
  const configuration = (await configurationOf(companyId, ticket.whatsapp.id))!
  let state: ToolState = {}
  let replyNumber = 0
  const contextOf = async (): Promise<ToolContext> => {
    const messages = (await listMessages(companyId, ticket.id, { limit: 100 })).reverse().filter(row => !row.fromMe)
    return {
      ...{ companyId, ticket, prompt, configuration, state, replyNumber, dry: false },
      store: shop.store,
      said: messages,
      saidNow: messages.slice(-1),
      key: `${ticket.id}:1:${replyNumber}:${calls++}`,
    }
  }
  const draft = () => readDraft(companyId, ticket.id, true)
  return {
    ...{ agent, shop, companyId, draft },
    contact: async () => (await getContact(companyId, ticket.contact.id, true))!,
    async says(body) {
      await agent.write({ body })
      replyNumber++
    },
    facts: async tools => salesFacts(await contextOf(), tools),
    async use(tool, given, more = {}) {
      const context = { ...(await contextOf()), ...more }
      const result = await runTool([tool], { name: tool.name, arguments: JSON.stringify(given) }, context)
      if (result.state) state = JSON.parse(JSON.stringify(result.state))
      return result
    },
    state: () => state,
    cart: async () => Object.fromEntries(((await draft())?.itens ?? []).map(({ name, amount }) => [name, amount])),
  }
}

/** Returns the empty cart of a trial. */
export function trialCart() {
  let kept: DraftContent | undefined
  return {
    load: () => kept,
    save: (content: DraftContent) => {
      kept = content
    },
  }
}

/** Requires that a call was carried out, and returns its answer. */
export function done(result: ToolResult): Record<string, unknown> {
  expect(result.answer).toMatchObject({ ok: true })
  return result.answer
}
