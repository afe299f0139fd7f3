import type { Change } from '@portal/contract/history/api'

type Value = Change['before']

const plain = (value: unknown): Value => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/** What differs between a row and what is about to be written to it, field by field. */
export const changesBetween = (before: object, after: object): Change[] => {
  const known = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([field, value]) => {
    const was = plain(known.get(field))
    const becomes = plain(value)
    return was === becomes ? [] : [{ field, before: was, after: becomes }]
  })
}
