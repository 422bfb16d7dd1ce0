/** SQS error codes for a call that is wrong in itself: the same bytes will never be accepted. */
const PERMANENT = new Set([
  'BatchRequestTooLong',
  'MessageTooLong',
  'InvalidMessageContents',
  'InvalidParameterValue',
  'RequestEntityTooLarge',
])
/** Errors also attributed to the sender, which end when rights, keys or the queue are repaired. */
const OUTAGE = /AccessDenied|Kms|Throttl|OverLimit|NonExistentQueue|QueueDoesNotExist|Expired|Signature|Token|Security/

/** Returns whether SQS will answer the same for the same bytes. */
export function isPermanent(code: string | undefined, senderFault: boolean | undefined): boolean {
  const name = /[^.#]*$/.exec(code ?? '')![0]
  return PERMANENT.has(name) || (senderFault === true && !OUTAGE.test(name))
}
