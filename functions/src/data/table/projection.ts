/**
 * Returns the parameters of a read that limit it to these attributes. The prefix of their aliases
 * avoids collisions with others.
 */
export const projection = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map(name => `#only_${name}`).join(),
  ExpressionAttributeNames: Object.fromEntries(attributes.map(name => [`#only_${name}`, name])),
})
