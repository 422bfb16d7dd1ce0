/** Conditions of writes, as data: what must be true of a row in the table for a write to happen. */
import { TABLE } from '@balcao/shared/table.ts'

/** Collects the names and values that the expressions of one request use. */
export type Expression = {
  /** Returns the placeholder of an attribute's name, or of a path in it (`people.<id>`). */
  name: (attribute: string) => string
  /** Returns the placeholder of a value. */
  value: (value: unknown) => string
  /** Returns the placeholder parameters of the request; an empty object if there are none. */
  placeholders: () => {
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Record<string, unknown>
  }
}

export function newExpression(): Expression {
  const names = new Map<string, string>()
  const values: unknown[] = []
  const placeholderOf = (name: string): string => {
    const placeholder = names.get(name) ?? `#${names.size}`
    names.set(name, placeholder)
    return placeholder
  }
  return {
    name: path => path.split('.').map(placeholderOf).join('.'),
    value(value) {
      values.push(value)
      return `:${values.length - 1}`
    },
    placeholders: () => ({
      ...(names.size > 0
        ? { ExpressionAttributeNames: Object.fromEntries([...names].map(([name, placeholder]) => [placeholder, name])) }
        : {}),
      ...(values.length > 0
        ? { ExpressionAttributeValues: Object.fromEntries(values.map((value, i) => [`:${i}`, value])) }
        : {}),
    }),
  }
}

/** Condition; returns its part of an expression. */
export type Test = (expression: Expression) => string

type NumbersOf<Row> = { [Name in keyof Row]: NonNullable<Row[Name]> extends number ? Name : never }[keyof Row]
type SetsOf<Row> = {
  [Name in keyof Row]: NonNullable<Row[Name]> extends ReadonlySet<unknown> ? Name : never
}[keyof Row]
type Comparable = number | string

/** Value inside an attribute, such as `people.<id>`; its parts have no dot. */
export type Inside<Row> = `${keyof Row & string}.${string}`

/** Conditions on the attributes of a kind of row. */
export type Tests<Row> = {
  /** The row exists. */
  exists: () => Test
  equal: {
    <Name extends keyof Row>(name: Name, value: NonNullable<Row[Name]>): Test
    (name: Inside<Row>, value: Comparable): Test
  }
  differs: <Name extends keyof Row>(name: Name, value: NonNullable<Row[Name]>) => Test
  present: (name: keyof Row | Inside<Row>) => Test
  absent: (name: keyof Row | Inside<Row>) => Test
  below: (name: keyof Row | Inside<Row>, value: Comparable) => Test
  atMost: (name: keyof Row, value: Comparable) => Test
  above: (name: keyof Row, value: Comparable) => Test
  atLeast: (name: keyof Row, value: Comparable) => Test
  /** One attribute is greater than another. */
  exceeds: (name: keyof Row, other: keyof Row) => Test
  contains: (name: SetsOf<Row>, element: string) => Test
  /** A set, list, map or text has fewer than `size` elements. */
  fewer: (name: keyof Row, size: number) => Test
  not: (test: Test) => Test
  any: (...tests: readonly Test[]) => Test
  all: (...tests: readonly Test[]) => Test
}

/** Attributes that a write may increment, or add elements to. */
export type Countable<Row> = NumbersOf<Row>
export type Collecting<Row> = SetsOf<Row>

const compare =
  (operator: string) =>
  (name: PropertyKey, value: unknown): Test =>
  expression =>
    `${expression.name(String(name))} ${operator} ${expression.value(value)}`

const call =
  (operator: string) =>
  (name: PropertyKey): Test =>
  expression =>
    `${operator}(${expression.name(String(name))})`

const join =
  (operator: 'AND' | 'OR') =>
  (...tests: readonly Test[]): Test =>
  expression =>
    tests.length === 1 ? tests[0]!(expression) : `(${tests.map(test => test(expression)).join(` ${operator} `)})`

const TESTS = {
  exists: () => call('attribute_exists')(TABLE.partitionKey),
  equal: compare('='),
  differs: compare('<>'),
  present: call('attribute_exists'),
  absent: call('attribute_not_exists'),
  below: compare('<'),
  atMost: compare('<='),
  above: compare('>'),
  atLeast: compare('>='),
  exceeds:
    (name: PropertyKey, other: PropertyKey): Test =>
    expression =>
      `${expression.name(String(name))} > ${expression.name(String(other))}`,
  contains:
    (name: PropertyKey, element: string): Test =>
    expression =>
      `contains(${expression.name(String(name))}, ${expression.value(element)})`,
  fewer:
    (name: PropertyKey, size: number): Test =>
    expression =>
      `size(${expression.name(String(name))}) < ${expression.value(size)}`,
  not:
    (test: Test): Test =>
    expression =>
      `NOT ${test(expression)}`,
  any: join('OR'),
  all: join('AND'),
}

/** Returns the conditions of a kind of row, typed by its attributes. */
export const testsOf = <Row>(): Tests<Row> => TESTS as unknown as Tests<Row>

/**
 * Returns the `ConditionExpression` that requires all of the tests; an empty object if there are
 * none.
 */
export const conditionOf = (tests: readonly Test[], expression: Expression): { ConditionExpression?: string } =>
  tests.length === 0 ? {} : { ConditionExpression: tests.map(test => test(expression)).join(' AND ') }
