import { proto } from '@whiskeysockets/baileys'

const { Status } = proto.WebMessageInfo

/**
 * Converts a status of Baileys into the product's ack (0 clock, 2 sent, 3 delivered, 4 read, 5
 * played).
 */
export function ackOf(status: number | null | undefined): number | undefined {
  switch (status) {
    case Status.PENDING:
      return 0
    case Status.SERVER_ACK:
      return 2
    case Status.DELIVERY_ACK:
      return 3
    case Status.READ:
      return 4
    case Status.PLAYED:
      return 5
    default:
      return undefined
  }
}

/** Returns whether a status says that WhatsApp refused the message. */
export const isRefused = (status: number | null | undefined): boolean => status === Status.ERROR

/** Error code of a message that WhatsApp refused. WhatsApp's own number goes to the logs. */
export const SEND_FAILED = 'ERR_SENDING_WAPP_MSG'
