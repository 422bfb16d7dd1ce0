/** The session host as far as it answers about numbers: those that end in 9 have no account, 0 is not answered, and mobiles of area 47 have no ninth digit at WhatsApp. */
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '@balcao/functions/data/table/client.ts'
import { keys } from '@balcao/shared/table.ts'
import type { Gate } from './gate.ts'

type Question = { numbers: string[]; at: number }

/** Answers what goes through the gate, and says what it was asked. `meanwhile` happens while it asks WhatsApp. */
export function openNumberHost(gate: Gate) {
  const answered = new Set<string>()
  const host = {
    asked: [] as Question[],
    meanwhile: async (): Promise<unknown> => undefined,
    close: () => clearInterval(answering),
  }
  const answering = setInterval(async () => {
    for (const [id, command] of gate.commands) {
      if (command.type !== 'checkNumbers' || answered.has(id)) continue
      answered.add(id)
      host.asked.push({ numbers: command.numbers, at: Date.now() })
      await host.meanwhile()
      const results = command.numbers
        .filter(number => !number.endsWith('0'))
        .map(number =>
          number.endsWith('9')
            ? { asked: number, exists: false }
            : { asked: number, exists: true, number: number.replace(/^55479/, '5547') },
        )
      const Item = { ...keys.reply(command.companyId, command.requestId), reply: { type: 'checkNumbers', results } }
      await documentClient().send(new PutCommand({ TableName: tableName(), Item }))
    }
  }, 5)
  return host
}
