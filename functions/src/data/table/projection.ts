/** The parts of a read that answer only these attributes. Their aliases begin so that they meet no other's. */
export const projection = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map(name => `#only_${name}`).join(),
  ExpressionAttributeNames: Object.fromEntries(attributes.map(name => [`#only_${name}`, name])),
})
