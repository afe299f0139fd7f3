import type { Endpoint } from '@portal/contract/lib/endpoint'

/**
 * `GET /v1/tdocs/:id/activity-log` is `getTdocsByIdActivityLog`: the method,
 * the path without its version, `By` before a parameter.
 */
export function nameOperation({
  method,
  path,
}: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/v1\//, '')
    .replaceAll(':', 'by-')
    .split(/[/-]/)
  return method.toLowerCase() + words.map(capitalize).join('')
}

const capitalize = (word: string) =>
  word.slice(0, 1).toUpperCase() + word.slice(1)
