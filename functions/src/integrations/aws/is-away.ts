const UNREACHED = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
const LATER = /Timeout|Throttl|LimitExceeded|ThroughputExceeded|Unavailable|TransactionConflict/

/**
 * Returns whether an AWS service, whose SDK marks its errors, did not answer or reports a fault of
 * its own: the next calls would meet the same. For a foreign host that does not answer, we cannot
 * know.
 */
export function isAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, $fault, $metadata, name } = cause as Error & Record<'code' | '$fault' | '$metadata', unknown>
    if ($metadata && ($fault === 'server' || UNREACHED.test(String(code)) || LATER.test(name))) return true
  }
  return false
}
