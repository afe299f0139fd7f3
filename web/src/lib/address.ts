/**
 * The address of a call under /api, with encoded parameters and without empty
 * query values (spec.md §5).
 */
export const buildAddress = (
  path: string,
  params: object = {},
  query: object = {},
): string => {
  const given = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given.get(name)
    if (value === undefined || value === null || value === '')
      throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (!isEmpty(value)) search.set(name, String(value))
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
