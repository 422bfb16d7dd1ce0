/**
 * The session host as far as it answers about numbers: those that end in 9 have no account, 0 is
 * not answered, and mobiles of area 47 have no ninth digit at WhatsApp.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '@balcao/functions/data/table/client.ts'
import { keys } from '@balcao/shared/table.ts'
import type { Gate } from './gate.ts'

type Question = { numbers: string[]; at: number }

/**
 * Answers what goes through the gate, and says what it was asked. `meanwhile` happens while it asks
 * WhatsApp.
 */
export function openNumberHost(gate: Gate) {
  const answered = new Set<string>()
  const host = {
    asked: [] as Question[],
    /** Those that have an account by now, whatever they end in. */
    joined: new Set<string>(),
    meanwhile: async (): Promise<unknown> => undefined,
    close: () => clearInterval(answering),
  }
  const answering = setInterval(async () => {
    for (const [id, command] of gate.commands) {
      if ((command.type !== 'checkNumbers' && command.type !== 'checkNumber') || answered.has(id)) continue
      answered.add(id)
      const numbers = command.type === 'checkNumbers' ? command.numbers : [command.number]
      host.asked.push({ numbers, at: Date.now() })
      await host.meanwhile()
      const results = numbers
        .filter(number => !number.endsWith('0'))
        .map(number =>
          number.endsWith('9') && !host.joined.has(number)
            ? { asked: number, exists: false }
            : { asked: number, exists: true, number: number.replace(/^55479/, '5547') },
        )
      const reply =
        command.type === 'checkNumbers' ? { type: command.type, results } : { type: command.type, ...results[0] }
      const Item = { ...keys.reply(command.companyId, command.requestId), reply }
      await documentClient().send(new PutCommand({ TableName: tableName(), Item }))
    }
  }, 5)
  return host
}
