// The order of the server's areas and of the web's floors and features.
import { posix } from 'node:path'

/**
 * The areas of server/src, lower ones first: an area imports `lib` and lower
 * areas.
 */
const order = [
  'user',
  'loan',
  'guideline',
  'authority',
  'price',
  'slv',
  'document',
  'condition',
  'tdoc',
  'assignment',
  'auth',
  'people',
  'conversation',
  'data-capture',
  'history',
  'notification',
  'live',
  'view',
  'analytics',
  'reporting',
  'review-category',
  'sla',
  'slv-request',
  'retention',
  'integration',
  'scim',
  'backup',
  'job-catalog.ts',
  'system',
  'demo',
]

const conversation = 'a write may bring a comment, in the same transaction'

/** Imports from a lower area to a higher one: at most 3. */
const exceptions = {
  'tdoc/create/create-tdoc.ts → conversation/add-comment.ts': conversation,
  'tdoc/create/create-tdoc.ts → conversation/find-topic.ts': conversation,
  'tdoc/set-response.ts → conversation/add-comment.ts': conversation,
}
const unused = new Set(Object.keys(exceptions))

const isTest = (path) => /\.test\.tsx?$/.test(path)

/** What a file in `folder` imports by relative paths, as paths from the root. */
const importedPaths = (folder, text) =>
  [...text.matchAll(/\b(?:from |import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    posix.join(folder, path),
  )

const folder = 'server/src/'
const areaOf = (path) => path.split('/')[0]

/**
 * The problems of a file of server/src: imports of higher areas, and of any
 * area in `lib`.
 */
export function findUpwardImports(file, text) {
  if (!file.startsWith(folder)) return []
  const path = file.slice(folder.length)
  if (!path.includes('/') || isTest(path)) return []
  const area = areaOf(path)
  // -1 for `lib`, which is below all areas.
  const level = order.indexOf(area)
  const problems = []
  for (const imported of importedPaths(posix.dirname(path), text)) {
    if (order.indexOf(areaOf(imported)) <= level) continue
    const edge = `${path} → ${imported}`
    unused.delete(edge)
    if (!(edge in exceptions))
      problems.push(
        `${file}: ${area} is below ${areaOf(imported)} and must not import ${imported}`,
      )
  }
  return problems
}

/** The floors of the web, lower ones first: a floor imports lower floors. */
const floors = ['lib', 'ui', 'records', 'features', 'routes']

/** The features of the web, lower ones first: a feature shows lower ones. */
const features = [
  'auth',
  'document',
  'condition',
  'conversation',
  'history',
  'sla',
  'live',
  'loan',
  'assignment',
  'retention',
  'reporting',
  'view',
  'guideline',
  'review-category',
  'notification',
  'user',
  'data-capture',
  'integration',
  'system',
  'slv-request',
  'slv',
  'tdoc',
  'shell',
]

/** The floor and the feature of a path of the web; null elsewhere. */
function placeInWeb(path) {
  const [, floor, area] = /^web\/src\/([^/]+)\/([^/]+)/.exec(path) ?? []
  if (!floors.includes(floor)) return null
  return {
    level: floors.indexOf(floor),
    feature: floor === 'features' ? features.indexOf(area) : null,
    name: floor === 'features' ? area : floor,
  }
}

/** The problems of a file of the web: imports of higher floors and features. */
export function findUpwardWebImports(file, text) {
  const place = placeInWeb(file)
  if (!place || isTest(file)) return []
  const problems = []
  for (const imported of importedPaths(posix.dirname(file), text)) {
    const other = placeInWeb(imported)
    if (other && isAbove(other, place))
      problems.push(
        `${file}: ${place.name} is below ${other.name} and must not import ${imported}`,
      )
  }
  return problems
}

const isAbove = (other, place) =>
  other.level > place.level ||
  (other.level === place.level && other.feature > place.feature)

export const unusedExceptions = () =>
  [...unused].map(
    (edge) => `scripts/check-areas.mjs: nothing imports ${edge} any more`,
  )
export const upwardImports = Object.keys(exceptions).length
