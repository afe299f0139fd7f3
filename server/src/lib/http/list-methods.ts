import type { FastifyInstance } from 'fastify'

const split = (path: string) => path.split('/')

const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length &&
  pattern.every((part, index) => part.startsWith(':') || part === path[index])

/**
 * The methods that a path of the API has, for Allow. Nothing for a path that
 * isn't known.
 */
export function listMethods(
  app: FastifyInstance,
): (path: string) => readonly string[] {
  const routes: { pattern: readonly string[]; methods: readonly string[] }[] =
    []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/api/'))
      routes.push({ pattern: split(url), methods: [method].flat() })
  })
  return (path) => {
    const parts = split(path)
    const found = routes.filter(({ pattern }) => matches(pattern, parts))
    return [...new Set(found.flatMap(({ methods }) => methods))]
  }
}
