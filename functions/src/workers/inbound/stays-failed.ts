import type { MessageRow } from '../../data/tickets/message-row.ts'

/**
 * Returns whether a message of a cloud number stays failed although Meta took it: Meta takes a
 * message first and says by a status that it failed, and that status may overtake the answer. Only
 * the delivery undoes a failure, and any ack an outcome that was unknown.
 */
export const staysFailed = ({ error }: Pick<MessageRow, 'error'>, ack: number): boolean =>
  error !== null && error !== 'ERR_SEND_UNKNOWN' && ack <= 2
