import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { ShardSessions } from '../shards/shard-sessions.ts'
import { createShowOnline, sendChatState } from './chat-state.ts'
import type { Outcome, ReceivedCommand } from './command-consumer.ts'
import { MessageChanger } from './message-changer.ts'
import { MessageSender } from './message-sender.ts'
import { Requests } from './requests.ts'

export type CommandRunnerParts = {
  sessions: ShardSessions
  table: DynamoDBDocumentClient
  tableName: string
  media: MediaStore
  log: Log
  /** Milliseconds that a command waits for a connection that nobody is opening. */
  closedMs: number
}

/** Carries out the workers' commands on the sessions of a shard. */
export class CommandRunner {
  readonly #sessions: ShardSessions
  readonly #showOnline = createShowOnline()
  readonly #requests: Requests
  readonly #messages: MessageSender
  readonly #changes: MessageChanger

  constructor(parts: CommandRunnerParts) {
    const { media, log, closedMs } = parts
    this.#sessions = parts.sessions
    this.#requests = new Requests(parts)
    this.#messages = new MessageSender({ media, log, closedMs })
    this.#changes = new MessageChanger({ media, log, closedMs, showOnline: this.#showOnline })
  }

  async run(received: ReceivedCommand): Promise<Outcome> {
    const { companyId, connectionId } = received.command
    const session = await this.#sessions.find(companyId, connectionId)
    return session ? session.within(() => this.#run(received, session)) : this.#run(received, session)
  }

  async #run(received: ReceivedCommand, session: ConnectionSession | undefined): Promise<Outcome> {
    const { command } = received
    switch (command.type) {
      case 'session':
        if (!session) return 'done'
        await session.act(command.action)
        if (command.action === 'forget') this.#sessions.forget(command.connectionId)
        return 'done'
      case 'checkNumber':
      case 'checkNumbers':
      case 'profilePicture':
        await this.#requests.reply(command, session)
        return 'done'
      case 'fetchMedia':
        await this.#requests.fetchMedia(command, session)
        return 'done'
      case 'presence':
        await sendChatState(command, session, this.#showOnline)
        return 'done'
      case 'send':
        return this.#messages.send(command, session, received)
      case 'edit':
      case 'delete':
      case 'react':
      case 'read':
        return this.#changes.change(command, session, received)
    }
  }
}
