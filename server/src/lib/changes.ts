import type { Change } from '@portal/contract/history/model'

type Value = Change['before']

const plain = (value: unknown): Value => {
  if (value === undefined || value === null || value === '') return null
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  )
    return value
  return JSON.stringify(value, sortKeys)
}

/** Sorts keys, because jsonb doesn't keep their order. */
const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value

export const changesBetween = (before: object, after: object): Change[] => {
  const known = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([field, value]) => {
    const was = plain(known.get(field))
    const becomes = plain(value)
    return was === becomes ? [] : [{ field, before: was, after: becomes }]
  })
}

/**
 * The history change for an assignment; none if it stays with the same person.
 */
export const assigned = (
  field:
    | 'underwriterName'
    | 'underwriterManagerName'
    | 'tradeDeskName'
    | 'ownerName',
  before: string | null,
  after: string | null,
): Change[] => (before === after ? [] : [{ field, before, after }])
