import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs'
import { type Clients, createClients } from '../src/clients.ts'

export type FaultyClients = {
  clients: Clients
  /** Every call to the table takes this much longer. */
  delayMs: number
  /** Calls to the table for which this says true fail. @param input the command's input */
  failTable: (command: string, input: Record<string, unknown>) => boolean
  failQueue: (command: string) => boolean
  /** Messages for which this says true are refused for good, as SQS refuses what it cannot hold. */
  refuse: (body: string) => boolean
  /** Number of calls to the table, by command. */
  calls: Record<string, number>
}

/** Real clients of the local services whose way there can be made slow or broken. */
export function faultyClients(): FaultyClients {
  const clients = createClients()
  const faulty: FaultyClients = {
    clients,
    delayMs: 0,
    failTable: () => false,
    failQueue: () => false,
    refuse: () => false,
    calls: {},
  }
  clients.table.middlewareStack.add(
    (next, context) => async args => {
      const name = context.commandName ?? ''
      faulty.calls[name] = (faulty.calls[name] ?? 0) + 1
      if (faulty.failTable(name, args.input as Record<string, unknown>)) throw new Error('the table is away')
      if (faulty.delayMs) await new Promise(resolve => setTimeout(resolve, faulty.delayMs))
      if (faulty.failTable(name, args.input as Record<string, unknown>)) throw new Error('the table is away')
      return next(args)
    },
    { step: 'initialize', name: 'faults' },
  )
  clients.sqs.middlewareStack.add(
    (next, context) => async args => {
      if (faulty.failQueue(context.commandName ?? '')) throw new Error('the queue is away')
      if (context.commandName !== 'SendMessageBatchCommand') return next(args)
      const input = args.input as SendMessageBatchCommandInput
      const refused = (input.Entries ?? []).filter(({ MessageBody }) => faulty.refuse(MessageBody ?? ''))
      if (!refused.length) return next(args)
      const Entries = input.Entries!.filter(entry => !refused.includes(entry))
      const Failed = refused.map(({ Id }) => ({ Id, Code: 'InvalidMessageContents', SenderFault: true }))
      if (!Entries.length) return { output: { Successful: [], Failed, $metadata: {} }, response: {} }
      const answer = await next({ ...args, input: { ...input, Entries } })
      return { ...answer, output: { ...answer.output, Failed } }
    },
    { step: 'initialize', name: 'faults' },
  )
  return faulty
}
