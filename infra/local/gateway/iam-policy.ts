type Statement = { Effect?: string; Resource?: string | string[]; Action?: string | string[] }

/**
 * Returns true if an authorizer's IAM policy allows one method ARN: a statement allows it and none
 * denies it.
 */
export function policyAllows(policy: { Statement?: Statement | Statement[] } | undefined, arn: string): boolean {
  const hits = [policy?.Statement ?? []]
    .flat()
    .filter(statement => [statement.Resource ?? []].flat().some(pattern => wildcard(pattern).test(arn)))
  return hits.some(hit => hit.Effect === 'Allow') && !hits.some(hit => hit.Effect === 'Deny')
}

function wildcard(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${escaped}$`)
}
